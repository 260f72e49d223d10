import { fieldsOf, type OutboundHttp, type OutboundResponse } from '#libs/outbound-http';

import { errorOfAnswer, PlatformBError, rethrowOutbound } from './platform-b-error.js';
import { parseStoreContext } from './store-hash.js';

export interface AppCredentials {
  /** For example https://login.bigcommerce.com. */
  loginBaseUrl: string;
  clientId: string;
  clientSecret: string;
  /** The registered auth callback, byte for byte. From the configuration, never from a request. */
  redirectUri: string;
  /** Default 10 seconds. */
  timeoutMs?: number;
}

/** The query of the auth callback at the end of an install. */
export interface InstallGrant {
  code: string;
  /** Separated by spaces. */
  scope: string;
  /** `stores/{hash}` */
  context: string;
}

export interface PlatformBUser {
  id: string;
  email: string | null;
}

/**
 * The access token does not expire. It ends with the uninstall, or with a change of the scopes or of the owner's email
 * address.
 */
export interface TokenAnswer {
  accessToken: string;
  /** The granted scopes, separated by spaces. */
  scope: string;
  storeHash: string;
  user: PlatformBUser;
  /** Some answers have none. */
  owner: PlatformBUser | null;
}

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;

/** Errors of the token endpoint that are caused by our settings, and not by the code. */
const OUR_FAULT = new Set(['invalid_client', 'invalid_scope', 'redirect_uri_mismatch', 'unsupported_grant_type']);

/** The address at which a merchant's browser starts an install. */
export function installUrl(loginBaseUrl: string, clientId: string): string {
  return `${loginBaseUrl.replace(/\/+$/, '')}/app/${encodeURIComponent(clientId)}/install`;
}

/** The last address of an install that started outside of the control panel (`external_install`). */
export function installOutcomeUrl(loginBaseUrl: string, clientId: string, outcome: 'succeeded' | 'failed'): string {
  return `${installUrl(loginBaseUrl, clientId)}/${outcome}`;
}

/**
 * Exchanges the code of an install for an access token. Never repeated, because a code is accepted once: after a
 * timeout the merchant has to start again. The answer must name the store of the install. Without a `state` this is the
 * only protection against the code of another store.
 * @throws {PlatformBError} `invalid_grant` for a code that is refused; `bad_answer` with the code `wrong_store`
 */
export async function exchangeCode(http: OutboundHttp, app: AppCredentials, grant: InstallGrant): Promise<TokenAnswer> {
  const { loginBaseUrl, clientId, clientSecret, redirectUri, timeoutMs = TIMEOUT_MS } = app;
  const request = {
    method: 'POST' as const,
    url: `${loginBaseUrl.replace(/\/+$/, '')}/oauth2/token`,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      client_id: clientId,
      client_secret: clientSecret,
      code: grant.code,
      scope: grant.scope,
      context: grant.context,
      grant_type: 'authorization_code',
      redirect_uri: redirectUri,
    }),
    timeoutMs,
    maxResponseBytes: MAX_ANSWER_BYTES,
  };
  const answer = await http.request(request).catch(rethrowOutbound);
  if (answer.status !== 200) throw answer.status === 400 ? errorOfGrant(answer) : errorOfAnswer(answer);
  const token = readToken(answer);
  if (token.storeHash === parseStoreContext(grant.context)) return token;
  throw new PlatformBError('bad_answer', 'platform B issued a token for another store', { code: 'wrong_store' });
}

function readToken(answer: OutboundResponse): TokenAnswer {
  const body = fieldsOf(answer);
  const { access_token: accessToken, scope, context } = body;
  const storeHash = parseStoreContext(context);
  const user = readUser(body['user']);
  // A redirect to the login page also ends with status 200.
  if (typeof accessToken !== 'string' || accessToken === '' || typeof scope !== 'string' || !storeHash || !user) {
    throw new PlatformBError('bad_answer', 'the answer of platform B to a token request has no token', { status: 200 });
  }
  return { accessToken, scope, storeHash, user, owner: readUser(body['owner']) };
}

function readUser(value: unknown): PlatformBUser | null {
  const { id, email }: Record<string, unknown> = typeof value === 'object' && value !== null ? { ...value } : {};
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id <= 0) return null;
  return { id: String(id), email: typeof email === 'string' && email !== '' ? email : null };
}

function errorOfGrant(answer: OutboundResponse): PlatformBError {
  const { error } = fieldsOf(answer);
  const code = typeof error === 'string' && /^\w{1,64}$/.test(error) ? error : undefined;
  const kind = code !== undefined && OUR_FAULT.has(code) ? 'bad_answer' : 'invalid_grant';
  return new PlatformBError(kind, `platform B refused a token request: ${code ?? 'no reason'}`, {
    status: 400,
    code,
  });
}
