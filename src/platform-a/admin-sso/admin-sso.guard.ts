import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { JudgesHead } from '../../api/head-judge.service.js';
import { AdminGuard, keepPrivate } from '../../auth/token.guard.js';
import { PlatformAAdminSsoService } from './admin-sso.service.js';

/** Admits admins with full access, and browsers with a ticket for the retailer in the address. */
@Injectable()
export class PlatformAAdminSsoGuard implements CanActivate, JudgesHead {
  constructor(
    private readonly admins: AdminGuard,
    private readonly sso: PlatformAAdminSsoService,
  ) {}

  judgeHead(_request: FastifyRequest, reply: FastifyReply): void {
    keepPrivate(reply);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest<Route>>();
    const { ticket } = request.query;
    // A token that is sent has to be valid, also beside a ticket.
    if (request.headers.authorization !== undefined || typeof ticket !== 'string') {
      return this.admins.canActivate(context);
    }
    request.caller = { kind: 'admin', subject: await this.sso.redeem(ticket, request.params.id) };
    return true;
  }
}

interface Route {
  Params: { readonly id: string };
  Querystring: { readonly ticket?: unknown };
}
