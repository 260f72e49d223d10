import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { sha256Hex } from '#libs/crypto';
import { badSignature, malformed } from '#libs/kernel';
import {
  parseShopDomain,
  QUERY_HMAC_SECONDS,
  type QueryHmacVerdict,
  verifyQueryHmac,
  verifySessionToken,
} from '#libs/platform-a-client';
import type { FastifyRequest } from 'fastify';
import { rawQueryOf } from '../../api/raw-query.js';
import type { PlatformAConfig } from '../../config/app-config.js';
import { Runtime } from '../../config/runtime.js';
import type { SingleUse } from '../customer-sso/proof.js';

/** The query of an install or an opening. */
export interface OAuthQuery {
  /** The store's domain, in lower case. */
  readonly shop: string;
  readonly params: URLSearchParams;
  /**
   * The signature of a query that platform A signed recently; undefined for an unsigned query on a route that accepts
   * one.
   */
  readonly signature: SingleUse | undefined;
  /** The platform's id of the member of staff; undefined for a query without an `id_token`. */
  readonly staff: string | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard of an OAuth route, once the signature is proven or not required. */
    oauthQuery?: OAuthQuery;
  }
  interface FastifyContextConfig {
    /** The OAuth route also accepts a query without a signature. A wrong signature is still refused. */
    mayBeUnsigned?: boolean;
  }
}

type Refusal = Exclude<QueryHmacVerdict['outcome'], 'ok'>;

const REFUSALS: Readonly<Record<Refusal, string>> = {
  missing: 'The query has no hmac.',
  malformed: 'The hmac or the timestamp of the query is malformed, or a parameter is given twice.',
  mismatch: 'The hmac does not match the query.',
  stale: 'The hmac of the query is valid, but its timestamp is too far from now.',
};

/**
 * Proves that platform A signed the query recently. 400 where the query names no accepted store. 401 where the
 * signature is invalid, where it is missing on a route that is not marked with `mayBeUnsigned`, or where the query has
 * an `id_token` that does not name a member of staff of this store.
 */
@Injectable()
export class PlatformAOAuthSignatureGuard implements CanActivate {
  constructor(private readonly runtime: Runtime) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const app = this.runtime.platformA();
    const rawQuery = rawQueryOf(request);
    const params = new URLSearchParams(rawQuery);
    const shop = shopOf(params, app);
    const verdict = verifyQueryHmac(rawQuery, app.clientSecrets, { now: new Date() });
    const isUnsigned = verdict.outcome === 'missing' && request.routeOptions.config.mayBeUnsigned === true;
    if (verdict.outcome !== 'ok' && !isUnsigned) throw badSignature(REFUSALS[verdict.outcome]);
    request.oauthQuery = {
      shop,
      params,
      signature: verdict.outcome === 'ok' ? signatureOf(verdict.params) : undefined,
      staff: staffOf(params, shop, app),
    };
    return true;
  }
}

/** The query that the guard of the route has proven. */
export const ProvenQuery = createParamDecorator((_data: unknown, context: ExecutionContext): OAuthQuery => {
  const { oauthQuery } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!oauthQuery) throw new Error('an OAuth route lacks its guard');
  return oauthQuery;
});

/** The store's domain in lower case; 400 unless the query names exactly one accepted domain. */
function shopOf(params: URLSearchParams, { shopSuffixes }: PlatformAConfig): string {
  const [given, ...more] = params.getAll('shop');
  const shop = more.length === 0 ? parseShopDomain(given, shopSuffixes) : undefined;
  if (shop !== undefined) return shop;
  throw malformed('invalid_shop', 'shop must be the domain of a store, such as my-shop.myshopify.com.');
}

/**
 * The signature of the query covers the `id_token`, and is accepted once. A wrong token is refused: the session would
 * otherwise be that of an unnamed user.
 */
function staffOf(params: URLSearchParams, shop: string, app: PlatformAConfig): string | undefined {
  const [token, ...more] = params.getAll('id_token');
  if (token === undefined) return undefined;
  const { clientId, clientSecrets: secrets, shopSuffixes } = app;
  const verdict = verifySessionToken(token, { clientId, secrets, shopSuffixes, now: new Date() });
  if (more.length === 0 && verdict.outcome === 'ok' && verdict.token.shop === shop) {
    const { subject } = verdict.token;
    if (subject.kind === 'staff') return subject.userId;
  }
  throw badSignature(
    'The id_token of the query has expired, or names no member of staff of this store to this app. Open the app again.',
  );
}

function signatureOf(params: URLSearchParams): SingleUse {
  const staleAt = (Number(params.get('timestamp')) + QUERY_HMAC_SECONDS) * 1_000;
  return { hash: sha256Hex(params.get('hmac') ?? ''), expiresAt: new Date(staleAt) };
}
