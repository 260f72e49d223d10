import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { DomainError, retailerIdOf } from '#libs/kernel';
import { verifySessionToken } from '#libs/platform-a-client';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { JudgesHead } from '../../api/head-judge.service.js';
import { keepPrivate, RetailerGuard } from '../../auth/token.guard.js';
import type { RetailerCaller } from '../../auth/token-rules.js';
import { Runtime } from '../../config/runtime.js';

/**
 * Admits the staff of a store, by our retailer token or by the session token that the platform gives to the pages of
 * its admin. The token alone names the store.
 */
@Injectable()
export class PlatformASubscriptionsGuard implements CanActivate, JudgesHead {
  constructor(
    private readonly runtime: Runtime,
    private readonly retailers: RetailerGuard,
  ) {}

  judgeHead(_request: FastifyRequest, reply: FastifyReply): void {
    keepPrivate(reply);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const token = bearerOf(request);
    const staff = this.staffOf(token ?? '');
    if (staff) {
      request.caller = staff;
      return true;
    }
    try {
      return await this.retailers.canActivate(context);
    } catch (error) {
      throw token !== undefined && isUnauthenticated(error) ? sessionOver() : error;
    }
  }

  private staffOf(token: string): RetailerCaller | undefined {
    const { clientId, clientSecrets: secrets, shopSuffixes } = this.runtime.platformA();
    const verdict = verifySessionToken(token, { clientId, secrets, shopSuffixes, now: new Date() });
    if (verdict.outcome !== 'ok' || verdict.token.subject.kind !== 'staff') return undefined;
    const { shop, subject } = verdict.token;
    // The token does not contain the rights of the staff member, so the role is the lower one.
    return { kind: 'retailer', subject: subject.userId, retailerId: retailerIdOf('platform-a', shop), role: 'member' };
  }
}

const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];

const isUnauthenticated = (error: unknown): boolean => error instanceof DomainError && error.status === 401;

/** The header makes the platform's pages fetch a new session token and repeat the request. */
const sessionOver = (): DomainError =>
  new DomainError(401, 'invalid_token', 'The token is not valid for this address, or is no longer valid.', {
    headers: { 'www-authenticate': 'Bearer', 'x-shopify-retry-invalid-session-request': '1' },
  });
