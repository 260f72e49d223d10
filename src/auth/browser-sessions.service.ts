import { Injectable } from '@nestjs/common';
import { readHmacJwt } from '#libs/crypto';
import { forbidden } from '#libs/kernel';
import type { FastifyRequest } from 'fastify';
import { Runtime } from '../config/runtime.js';
import { notUsable } from '../retailers/install-state.js';
import { RetailersService } from '../retailers/retailers.service.js';
import { requireCsrfProof, sessionCookieOf } from './session-cookie.js';
import { SessionValidityService } from './session-validity.service.js';
import { TokenIssuerService } from './token-issuer.service.js';
import { TokenRevocationsService } from './token-revocations.service.js';
import {
  type AdminCaller,
  ALGORITHM,
  invalidToken,
  isCurrent,
  type OperatorSession,
  readAdminClaims,
  readOperatorClaims,
  readRetailerClaims,
  type RetailerCaller,
  tokenFacts,
} from './token-rules.js';

/** A working day, like the session of a store's user. */
const IDENTIFIED_MS = 8 * 3_600_000;

/** What the cookie of a browser stands for. */
export type BrowserSession = OperatorSession | { readonly kind: 'user'; readonly caller: RetailerCaller };

/** The value of the cookie. */
export interface NewCookie {
  readonly token: string;
  readonly seconds: number;
}

/**
 * The sessions of browsers. The cookie holds a token: of a user of a store the same token as for programs, of an
 * operator one that only this service reads. See docs/architecture/decisions/0070-a-cookie-for-the-studio.md.
 */
@Injectable()
export class BrowserSessionsService {
  constructor(
    private readonly runtime: Runtime,
    private readonly issuer: TokenIssuerService,
    private readonly validity: SessionValidityService,
    private readonly revocations: TokenRevocationsService,
    private readonly retailers: RetailersService,
  ) {}

  /** The session of the request's cookie; undefined without a cookie. 401 if the session has ended. */
  async find(request: FastifyRequest): Promise<BrowserSession | undefined> {
    const token = sessionCookieOf(request);
    if (token === undefined) return undefined;
    const operator = this.claimsOf(token, 'admin');
    if (operator === undefined) {
      const claims = this.claimsOf(token, 'retailer');
      if (claims === undefined || !isCurrent(claims)) throw invalidToken();
      return { kind: 'user', caller: await this.validity.requireUser(readRetailerClaims(claims), tokenFacts(claims)) };
    }
    if (!isCurrent(operator)) throw invalidToken();
    const session = readOperatorClaims(operator);
    await Promise.all([session.id, session.adminToken].map((id) => this.revocations.requireAdmin({ id })));
    return session;
  }

  /** The caller that a guard admits for the request's cookie; undefined without a fitting session. */
  async caller(request: FastifyRequest, kind: 'admin' | 'retailer'): Promise<AdminCaller | RetailerCaller | undefined> {
    const session = await this.find(request);
    if (!session || (kind === 'admin' && session.kind === 'user')) return undefined;
    requireCsrfProof(request, this.runtime.publicUrl);
    if (session.kind === 'user') return session.caller;
    return kind === 'admin' ? { kind: 'admin', subject: session.subject } : this.actingFor(session);
  }

  /** Opens an operator's session with a verified admin token. 401 or 403 as for /admin. */
  async openOperator(adminToken: string): Promise<NewCookie & { readonly subject: string }> {
    const claims = this.claimsOf(adminToken, 'admin');
    if (claims === undefined || !isCurrent(claims)) throw invalidToken();
    const { subject } = readAdminClaims(claims);
    const { id, expiresAt } = tokenFacts(claims);
    await this.revocations.requireAdmin({ id });
    return { ...this.sign({ subject, adminToken: id, retailerId: undefined, expiresAt }), subject };
  }

  /** Opens the session of an operator that a provider of accounts has identified. */
  openIdentified(subject: string): NewCookie {
    const expiresAt = new Date(Date.now() + IDENTIFIED_MS);
    return this.sign({ subject, adminToken: undefined, retailerId: undefined, expiresAt });
  }

  /** The operator's session, now for the retailer. 404 for an unknown retailer, 409 for an uninstalled one. */
  async choose(session: OperatorSession, retailerId: string | undefined): Promise<NewCookie> {
    if (retailerId === undefined) return this.sign({ ...session, retailerId });
    const { id, status } = await this.retailers.get(retailerId);
    if (status === 'uninstalled') throw notUsable(status);
    return this.sign({ ...session, retailerId: id });
  }

  /** Ends the session in all browsers that have its cookie. */
  async close(session: BrowserSession): Promise<void> {
    if (session.kind === 'user') await this.revocations.signOut(session.caller);
    else await this.revocations.revokeAdmin(session.id);
  }

  private async actingFor({ subject, retailerId, id, expiresAt }: OperatorSession): Promise<RetailerCaller> {
    if (retailerId === undefined) throw forbidden('retailer_required', 'Choose the retailer to look after first.');
    const { status } = await this.retailers.get(retailerId);
    if (status === 'uninstalled') throw notUsable(status);
    const token = { id, issuedAt: new Date(), expiresAt };
    return { kind: 'retailer', subject: `operator:${subject}`, retailerId, role: 'owner', operator: subject, token };
  }

  private claimsOf(token: string, kind: 'admin' | 'retailer'): object | undefined {
    const verdict = readHmacJwt(token, this.runtime.config.tokenSecrets[kind], [ALGORITHM]);
    return verdict.outcome === 'ok' ? verdict.claims : undefined;
  }

  private sign({
    subject,
    adminToken,
    retailerId,
    id,
    expiresAt,
  }: Omit<OperatorSession, 'kind' | 'id'> & { readonly id?: string }): NewCookie {
    const seconds = Math.max(1, Math.floor((expiresAt.getTime() - Date.now()) / 1_000));
    const claims = { sub: subject, adminToken, retailerId, ...(id === undefined ? {} : { jti: id }) };
    return { token: this.issuer.issue('operator', claims, seconds), seconds };
  }
}
