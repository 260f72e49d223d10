import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { AuthGuard } from '@nestjs/passport';
import { forbidden } from '#libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { JudgesHead } from '../api/head-judge.service.js';
import { BrowserSessionsService } from './browser-sessions.service.js';
import { type Caller, hasCriticalExtension, invalidToken, missingToken } from './token-rules.js';
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
    /** Set by Passport: the reason of its refusal. */
    authInfo?: unknown;
  }
}

const NO_TOKEN = 'No auth token';

/**
 * Turns refusals into our problems: 401 with a challenge, or what the rules of the claims throw. The token is in the
 * head of the request, so it is verified once, before the body is read.
 */
class TokenGuard extends AuthGuard() implements JudgesHead {
  constructor(
    private readonly kind: Caller['kind'],
    strategy: { readonly name: string },
    private readonly cookieCaller?: (request: FastifyRequest) => Promise<Caller | undefined>,
  ) {
    super({ defaultStrategy: strategy.name, property: 'caller', session: false });
  }

  async judgeHead(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    keepPrivate(reply);
    await this.canActivate(new ExecutionContextHost([request, reply]));
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { caller, headers } = request;
    if (caller?.kind === this.kind) return true;
    if (headers.authorization === undefined && (await this.admitCookie(request))) return true;
    if (hasCriticalExtension(headers.authorization)) throw invalidToken();
    return Boolean(await super.canActivate(context));
  }

  /** A request with a bearer token is judged by that alone. */
  private async admitCookie(request: FastifyRequest): Promise<boolean> {
    const caller = await this.cookieCaller?.(request);
    if (caller) request.caller = caller;
    return caller !== undefined;
  }

  override handleRequest<T>(error: unknown, caller: T | false, info: unknown): T {
    if (error) throw error;
    if (caller) return caller;
    throw info instanceof Error && info.message === NO_TOKEN ? missingToken() : invalidToken();
  }
}

/** Answers to a bearer token must not be cached, refusals included: another token may be accepted. */
export const keepPrivate = (reply: FastifyReply): void => void reply.header('cache-control', 'no-store');

/** Admits admins with full access, by token or by the cookie of an operator's session. */
@Injectable()
export class AdminGuard extends TokenGuard {
  constructor(strategy: AdminTokenStrategy, browsers: BrowserSessionsService) {
    super('admin', strategy, (request) => browsers.caller(request, 'admin'));
  }
}

/** Admits module R for the retailer that the token names. */
@Injectable()
export class ModuleGuard extends TokenGuard {
  constructor(strategy: ModuleTokenStrategy) {
    super('module', strategy);
  }
}

/** Admits the users of a retailer, owners and members, and operators who act for it, by token or by cookie. */
@Injectable()
export class RetailerGuard extends TokenGuard {
  constructor(strategy: RetailerTokenStrategy, browsers: BrowserSessionsService) {
    super('retailer', strategy, (request) => browsers.caller(request, 'retailer'));
  }
}

/** Admits customers who have signed on. */
@Injectable()
export class CustomerGuard extends TokenGuard {
  constructor(strategy: CustomerTokenStrategy) {
    super('customer', strategy);
  }
}

/** Runs after the `RetailerGuard` and admits owners only; members get 403. */
@Injectable()
export class OwnerGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { caller } = context.switchToHttp().getRequest<FastifyRequest>();
    if (caller?.kind === 'retailer' && caller.role === 'owner') return true;
    throw ownerRequired();
  }
}

export const ownerRequired = (): Error => forbidden('owner_required', 'Only an owner of the store may do this.');

/** 403 for a member. Admins and owners pass. */
export function requireOwner(caller: Caller): void {
  if (caller.kind === 'retailer' && caller.role !== 'owner') throw ownerRequired();
}
