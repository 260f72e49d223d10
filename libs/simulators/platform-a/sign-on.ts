import { createCipheriv, createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { AppCredentials } from './app-credentials.js';
import type { Instant, PlatformId } from '../records/records.js';

const CUSTOMER_TOKEN_SECONDS = 300;
const STAFF_TOKEN_SECONDS = 60;
const PATH_PREFIX = '/apps/rekindle';

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * A session token of a UI extension: HS256, the bare domain as `dest`, `sub` only for a customer. Protocol section 3.1.
 */
export function customerSessionToken(
  { clientId, clientSecret }: AppCredentials,
  shop: string,
  customerId: PlatformId | null,
  at: Instant,
): string {
  const sub = customerId === null ? {} : { sub: `gid://shopify/Customer/${customerId}` };
  return jwtOf({ dest: shop, aud: clientId, ...sub, ...lifeOf(at, CUSTOMER_TOKEN_SECONDS) }, clientSecret);
}

/** A session token of the store's admin for a member of staff: the `id_token` of an opening. Protocol section 4. */
export function staffSessionToken(
  { clientId, clientSecret }: AppCredentials,
  shop: string,
  staff: string,
  at: Instant,
): string {
  const dest = `https://${shop}`;
  const claims = { iss: `${dest}/admin`, dest, aud: clientId, sub: staff, ...lifeOf(at, STAFF_TOKEN_SECONDS) };
  return jwtOf({ ...claims, sid: randomUUID() }, clientSecret);
}

function lifeOf(at: Instant, seconds: number) {
  const now = Math.floor(at / 1000);
  return { iat: now, nbf: now, exp: now + seconds, jti: randomUUID() };
}

function jwtOf(claims: object, secret: string): string {
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

/** The query of an app proxy. Protocol section 3.2. */
export function appProxyQuery(clientSecret: string, shop: string, customerId: PlatformId | null, at: Instant): string {
  const parameters: Record<string, string> = {
    logged_in_customer_id: customerId ?? '',
    path_prefix: PATH_PREFIX,
    shop,
    timestamp: String(Math.floor(at / 1000)),
  };
  const text = Object.keys(parameters)
    .sort()
    .map((name) => `${name}=${parameters[name] ?? ''}`)
    .join('');
  const signature = createHmac('sha256', clientSecret).update(text).digest('hex');
  return new URLSearchParams({ ...parameters, signature }).toString();
}

/** The Multipass token of a store's own site. Protocol section 3.3. */
export function multipassToken(secret: string, email: string, at: Instant): string {
  const keys = createHash('sha256').update(secret).digest();
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-128-cbc', keys.subarray(0, 16), iv);
  const plaintext = JSON.stringify({ email, created_at: new Date(at).toISOString() });
  const sealed = Buffer.concat([iv, cipher.update(plaintext, 'utf8'), cipher.final()]);
  const signature = createHmac('sha256', keys.subarray(16)).update(sealed).digest();
  const token = Buffer.concat([sealed, signature]).toString('base64');
  return token.replaceAll('+', '-').replaceAll('/', '_');
}
