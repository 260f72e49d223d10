import { Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { type Caller, invalidToken, missingToken } from './token-rules.js';
import { AdminTokenStrategy, ModuleTokenStrategy } from './token.strategy.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard of the route. */
    caller?: Caller;
    /** Set by Passport: why it refused. */
    authInfo?: unknown;
  }
}

const NO_TOKEN = 'No auth token';

/** Refuses in our words: 401 with a challenge, or what the claims' rules throw. */
class TokenGuard extends AuthGuard() {
  override handleRequest<T>(error: unknown, caller: T | false, info: unknown): T {
    if (error) throw error;
    if (caller) return caller;
    throw info instanceof Error && info.message === NO_TOKEN ? missingToken() : invalidToken();
  }
}

const optionsOf = ({ name }: { name: string }): object => ({
  defaultStrategy: name,
  property: 'caller',
  session: false,
});

/** Lets admins with full access in. */
@Injectable()
export class AdminGuard extends TokenGuard {
  constructor(strategy: AdminTokenStrategy) {
    super(optionsOf(strategy));
  }
}

/** Lets module R in, for the one retailer that the token names. */
@Injectable()
export class ModuleGuard extends TokenGuard {
  constructor(strategy: ModuleTokenStrategy) {
    super(optionsOf(strategy));
  }
}
