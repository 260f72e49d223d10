import { createHmac, randomUUID } from 'node:crypto';
import type { Json } from './json.js';
import type { SimulatedStore } from './store.js';
import type { StorePerson } from './store-person.js';

export interface AppCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The registered auth callback; the token endpoint accepts no other. */
  readonly authCallbackUrl: string;
}

export type JwtAlgorithm = 'HS256' | 'HS512' | 'none';

export interface SigningOptions {
  readonly algorithm?: JwtAlgorithm;
  /** Replaces the client secret. */
  readonly secret?: string;
}

const encode = (value: object | string | Buffer): string =>
  (Buffer.isBuffer(value) ? value : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))).toString(
    'base64url',
  );

/**
 * All tokens that the platform, or an app, signs with the client secret. The claims of a call replace the usual ones,
 * and the value undefined removes a claim.
 */
export class TokenSigner {
  constructor(private readonly app: AppCredentials) {}

  jwt(claims: Json, { algorithm = 'HS256', secret = this.app.clientSecret }: SigningOptions = {}): string {
    const content = `${encode({ typ: 'JWT', alg: algorithm })}.${encode(claims)}`;
    if (algorithm === 'none') return `${content}.`;
    const digest = algorithm === 'HS256' ? 'sha256' : 'sha512';
    return `${content}.${createHmac(digest, secret).update(content).digest('base64url')}`;
  }

  /** `signed_payload_jwt` of load, uninstall and remove_user, which have the same claims. */
  signedPayloadJwt(store: SimulatedStore, claims: Json = {}, options: SigningOptions = {}): string {
    const now = seconds();
    const usual = {
      aud: this.app.clientId,
      iss: 'bc',
      iat: now,
      nbf: now - 5,
      exp: now + 86_400,
      jti: randomUUID(),
      sub: `stores/${store.hash}`,
      user: { ...store.owner, locale: 'en-US' },
      owner: store.owner,
      url: '/',
      channel_id: null,
    };
    return this.jwt({ ...usual, ...claims }, options);
  }

  /** The older `signed_payload`, in plain padded base64. */
  signedPayload(
    store: SimulatedStore,
    fields: Json = {},
    { secret = this.app.clientSecret }: SigningOptions = {},
  ): string {
    const json = JSON.stringify({
      user: store.owner,
      owner: store.owner,
      context: `stores/${store.hash}`,
      store_hash: store.hash,
      timestamp: Date.now() / 1000,
      ...fields,
    });
    const mac = createHmac('sha256', secret).update(json).digest('hex');
    return `${Buffer.from(json).toString('base64')}.${Buffer.from(mac).toString('base64')}`;
  }

  /** The storefront's token of a signed-in shopper, in practice HS512. */
  currentCustomer(
    store: SimulatedStore,
    customer: StorePerson,
    claims: Json = {},
    options: SigningOptions = {},
  ): string {
    const now = seconds();
    const usual = {
      customer: { ...customer, group_id: '0' },
      iss: 'bc/apps',
      sub: store.hash,
      iat: now,
      exp: now + 900,
      version: 1,
      aud: this.app.clientId,
      application_id: this.app.clientId,
      store_hash: store.hash,
      operation: 'current_customer',
    };
    return this.jwt({ ...usual, ...claims }, { algorithm: 'HS512', ...options });
  }

  /** The token by which an app signs a shopper in. Our service accepts it nowhere. */
  customerLogin(store: SimulatedStore, customerId: number, claims: Json = {}): string {
    const usual = { iss: this.app.clientId, iat: seconds(), jti: randomUUID(), operation: 'customer_login' };
    return this.jwt({ ...usual, store_hash: store.hash, customer_id: customerId, ...claims });
  }
}

const seconds = (): number => Math.floor(Date.now() / 1000);
