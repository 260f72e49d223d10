import { fieldsOf, type OutboundHttp, type OutboundResponse } from '#libs/outbound-http';

import { errorOfAnswer, PlatformAError, rethrowOutbound } from './platform-a-error.js';
import { compressScopes } from './scopes.js';
import type { Scopes } from './scopes.js';

export interface AuthorizeRequest {
  /** See shopBaseUrl. */
  shopBaseUrl: string;
  clientId: string;
  scopes: Scopes;
  redirectUri: string;
  /** Unguessable, at least 128 bits. */
  state: string;
}

export interface AppCredentials {
  /** See shopBaseUrl. */
  shopBaseUrl: string;
  clientId: string;
  clientSecret: string;
  /** Default 10 seconds. */
  timeoutMs?: number;
}

/** Times are in seconds. A token without expiresIn may still expire, so it is due at once if it has a refresh token. */
export interface TokenAnswer {
  accessToken: string;
  /** Comma-separated. The granted scopes may be fewer than the requested ones. */
  scope: string;
  expiresIn?: number;
  refreshToken?: string;
  refreshTokenExpiresIn?: number;
}

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;

/** Errors of the token endpoint that are caused by our settings, and not by the code or token. */
const OUR_FAULT = new Set(['invalid_client', 'application_cannot_be_found', 'unsupported_grant_type']);

/**
 * The address at which the merchant grants access. The empty `grant_options[]` requests an offline token, which belongs
 * to the store and not to a user.
 */
export function authorizeUrl({ shopBaseUrl, clientId, scopes, redirectUri, state }: AuthorizeRequest): string {
  const query = new URLSearchParams({
    client_id: clientId,
    scope: compressScopes(scopes).join(','),
    redirect_uri: redirectUri,
    state,
    'grant_options[]': '',
  });
  return `${shopBaseUrl}/admin/oauth/authorize?${query.toString().replaceAll('+', '%20')}`;
}

/**
 * Exchanges the code of the callback for an expiring offline token. Never repeated, because a code is accepted once.
 * @throws {PlatformAError}
 */
export function exchangeCode(http: OutboundHttp, app: AppCredentials, code: string): Promise<TokenAnswer> {
  return requestToken(http, app, { code, expiring: '1' });
}

/**
 * Exchanges a refresh token for a new pair. The old refresh token stays usable until the first use of the new pair, so
 * a call whose answer was lost may be repeated. Two different calls for one store must not run at once.
 * @throws {PlatformAError} `invalid_grant` or `unauthorized` when the merchant has to authorize again
 */
export function refreshToken(http: OutboundHttp, app: AppCredentials, token: string): Promise<TokenAnswer> {
  return requestToken(http, app, { grant_type: 'refresh_token', refresh_token: token });
}

async function requestToken(
  http: OutboundHttp,
  { shopBaseUrl, clientId, clientSecret, timeoutMs = TIMEOUT_MS }: AppCredentials,
  grant: Record<string, string>,
): Promise<TokenAnswer> {
  const request = {
    method: 'POST' as const,
    url: `${shopBaseUrl}/admin/oauth/access_token`,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ client_id: clientId, client_secret: clientSecret, ...grant }),
    timeoutMs,
    maxResponseBytes: MAX_ANSWER_BYTES,
  };
  const answer = await http.request(request).catch(rethrowOutbound);
  if (answer.status === 200) return readToken(answer);
  throw answer.status === 400 ? errorOfGrant(answer) : errorOfAnswer(answer);
}

function readToken(answer: OutboundResponse): TokenAnswer {
  const body = fieldsOf(answer);
  const { access_token: accessToken, scope } = body;
  if (typeof accessToken !== 'string' || accessToken === '' || typeof scope !== 'string') {
    throw new PlatformAError('bad_answer', 'the answer of platform A to a token request has no token', { status: 200 });
  }
  return {
    accessToken,
    scope,
    expiresIn: positive(body['expires_in']),
    refreshToken: typeof body['refresh_token'] === 'string' ? body['refresh_token'] : undefined,
    refreshTokenExpiresIn: positive(body['refresh_token_expires_in']),
  };
}

/** Some answers of status 400 are an HTML page. They also mean that the code or token is refused. */
function errorOfGrant(answer: OutboundResponse): PlatformAError {
  const { error } = fieldsOf(answer);
  const code = typeof error === 'string' ? error.slice(0, 64) : undefined;
  const kind = code !== undefined && OUR_FAULT.has(code) ? 'bad_answer' : 'invalid_grant';
  return new PlatformAError(kind, `platform A refused a token request: ${code ?? 'no reason'}`, { status: 400, code });
}

function positive(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;
}
