import { Injectable } from '@nestjs/common';
import { forbidden, invalidInput } from '#libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdminActionsService } from '../admin-actions/admin-actions.service.js';
import { BrowserSessionsService, type NewCookie } from '../auth/browser-sessions.service.js';
import {
  clearSessionCookies,
  isFramedSession,
  requireCsrfProof,
  requireOwnPage,
  setSessionCookie,
} from '../auth/session-cookie.js';
import { missingToken } from '../auth/token-rules.js';
import { Runtime } from '../config/runtime.js';
import type { BrowserSessionAnswer, BrowserSessionBody } from './dto/browser-session.dto.js';
import { RetailerAccountsService } from './retailer-accounts.service.js';

/** Signs browsers in and out, and lets operators choose a retailer. */
@Injectable()
export class BrowserAccountsService {
  constructor(
    private readonly runtime: Runtime,
    private readonly sessions: BrowserSessionsService,
    private readonly retailers: RetailerAccountsService,
    private readonly actions: AdminActionsService,
  ) {}

  async signIn(body: BrowserSessionBody, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { code, adminToken, framed = false } = body;
    requireOwnPage(request, this.runtime.publicUrl);
    if ((code === undefined) === (adminToken === undefined)) {
      throw invalidInput([{ pointer: '', detail: 'must hold exactly one of code and adminToken' }]);
    }
    if (code !== undefined) {
      const { accessToken: token, expiresIn: seconds } = await this.retailers.redeem(code);
      return this.set(reply, { token, seconds }, framed);
    }
    const cookie = await this.sessions.openOperator(adminToken ?? '');
    await this.log(request, cookie.subject, null);
    this.set(reply, cookie, framed);
  }

  /** Signs in an operator. The provider of accounts has identified them. */
  async signInIdentified(subject: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.log(request, subject, null);
    this.set(reply, this.sessions.openIdentified(subject), false);
  }

  /** Says so where there is no session. A refusal would be an error in the console of everybody who signs in. */
  async show(request: FastifyRequest): Promise<BrowserSessionAnswer> {
    const session = await this.sessions.find(request);
    if (!session) return { kind: 'none', subject: null, expiresAt: null, retailer: null };
    if (session.kind === 'user') {
      const { caller } = session;
      const retailer = await this.retailers.me(caller);
      return { kind: 'user', subject: caller.subject, expiresAt: caller.token?.expiresAt ?? null, retailer };
    }
    const { kind, subject, retailerId, expiresAt } = session;
    const retailer =
      retailerId === undefined
        ? null
        : await this.retailers.me({ kind: 'retailer', retailerId, subject, role: 'owner', operator: subject });
    return { kind, subject, expiresAt, retailer };
  }

  /** Another site must not sign the user out either. A cookie whose session has ended is only deleted. */
  async signOut(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    requireOwnPage(request, this.runtime.publicUrl);
    clearSessionCookies(reply);
    const session = await this.sessions.find(request).catch(() => undefined);
    if (session) await this.sessions.close(session);
  }

  async choose(retailerId: string | undefined, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const session = await this.sessions.find(request);
    if (!session) throw missingToken();
    requireCsrfProof(request, this.runtime.publicUrl);
    if (session.kind !== 'operator') throw forbidden('operator_required', 'Only an operator may choose a retailer.');
    const cookie = await this.sessions.choose(session, retailerId);
    await this.log(request, session.subject, retailerId ?? null);
    this.set(reply, cookie, isFramedSession(request));
  }

  private set(reply: FastifyReply, { token, seconds }: NewCookie, framed: boolean): void {
    const { publicUrl, config } = this.runtime;
    const secure = config.production || publicUrl.startsWith('https:');
    setSessionCookie(reply, token, seconds, { framed, secure });
  }

  private log({ method, routeOptions, id: requestId }: FastifyRequest, subject: string, retailerId: string | null) {
    const target = routeOptions.url ?? '';
    return this.actions.append({
      subject,
      action: `${method} ${target}`,
      target,
      retailerId,
      requestId,
      outcome: 'ok',
    });
  }
}
