import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { forbidden } from '#libs/kernel';
import type { FastifyRequest } from 'fastify';
import { BrowserSessionsService } from '../../auth/browser-sessions.service.js';
import { missingToken } from '../../auth/token-rules.js';

/** Admits browsers in which an operator is signed in: 401 without a session, 403 with the session of a store's user. */
@Injectable()
export class OperatorPageGuard implements CanActivate {
  constructor(private readonly sessions: BrowserSessionsService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const session = await this.sessions.find(context.switchToHttp().getRequest<FastifyRequest>());
    if (!session) throw missingToken();
    if (session.kind !== 'operator') throw forbidden('operator_required', 'Only an operator may see this page.');
    return true;
  }
}
