import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { forbidden } from '#libs/kernel';
import type { FastifyRequest } from 'fastify';
import { type Caller, invalidToken, missingToken } from './token-rules.js';
import {
  AdminTokenStrategy,
  CustomerTokenStrategy,
  ModuleTokenStrategy,
  RetailerTokenStrategy,
} from './token.strategy.js';

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

/** Lets users of a retailer in, owners and members. */
@Injectable()
export class RetailerGuard extends TokenGuard {
  constructor(strategy: RetailerTokenStrategy) {
    super(optionsOf(strategy));
  }
}

/** Lets customers in who have signed on. */
@Injectable()
export class CustomerGuard extends TokenGuard {
  constructor(strategy: CustomerTokenStrategy) {
    super(optionsOf(strategy));
  }
}

/** Behind the `RetailerGuard`: lets owners pass; 403 for members. */
@Injectable()
export class OwnerGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { caller } = context.switchToHttp().getRequest<FastifyRequest>();
    if (caller?.kind === 'retailer' && caller.role === 'owner') return true;
    throw forbidden('owner_required', 'Only an owner of the store may do this.');
  }
}
