import { type ExecutionContext, Injectable } from '@nestjs/common';
import { DomainError } from '#libs/kernel';
import type { FastifyRequest } from 'fastify';
import { AdminGuard } from '../auth/token.guard.js';
import { BrowserSessionsService } from '../auth/browser-sessions.service.js';
import { AdminTokenStrategy } from '../auth/token.strategy.js';
import { ActionLogService } from './action-log.service.js';

/** The guard of /admin. It logs refusals of a known admin (403), but not of a caller without a valid token (401). */
@Injectable()
export class LoggedAdminGuard extends AdminGuard {
  constructor(
    strategy: AdminTokenStrategy,
    browsers: BrowserSessionsService,
    private readonly log: ActionLogService,
  ) {
    super(strategy, browsers);
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    try {
      return await super.canActivate(context);
    } catch (error) {
      if (error instanceof DomainError && error.status === 403) await this.write(context, error.code);
      throw error;
    }
  }

  private async write(context: ExecutionContext, outcome: string): Promise<void> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    // Without the header the cookie was refused: nobody knows whether its owner sent the request.
    if (request.headers.authorization === undefined) return;
    await this.log.end(await this.log.begin(request, subjectOf(request)), outcome);
  }
}

/** The subject of a token whose signature was verified and whose claims were refused. */
function subjectOf({ headers }: FastifyRequest): string {
  const [, payload = ''] = headers.authorization?.split('.') ?? [];
  const { sub } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { readonly sub: string };
  return sub;
}
