import { createCipheriv, createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { AppCredentials } from './oauth-routes.js';
import type { Instant, PlatformId } from '../records/records.js';

const TOKEN_SECONDS = 300;
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
  const now = Math.floor(at / 1000);
  const claims = {
    dest: shop,
    aud: clientId,
    iat: now,
    nbf: now,
    exp: now + TOKEN_SECONDS,
    jti: randomUUID(),
    ...(customerId === null ? {} : { sub: `gid://shopify/Customer/${customerId}` }),
  };
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${createHmac('sha256', clientSecret).update(text).digest('base64url')}`;
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
