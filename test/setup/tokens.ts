import { createHmac, createPublicKey, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import type { AppConfig, TokenKind } from '../../src/config/app-config.js';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const now = (): number => Math.floor(Date.now() / 1_000);

/** Signs a token by hand, so that it can have mistakes that no library would allow. */
function forge(header: object, payload: object, key: string, hash = 'sha256'): string {
  const signed = `${part(header)}.${part(payload)}`;
  return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`;
}

const AUDIENCES: Readonly<Record<TokenKind, string>> = {
  admin: 'admin',
  module: 'module-r',
  retailer: 'retailer',
  customer: 'customer',
};

/** The claims of a valid token of each kind, independent of the service's code. */
function claimsOf(kind: TokenKind, retailerId: string, customerId: string): Record<string, unknown> {
  const common = { iss: 'rekindle', aud: AUDIENCES[kind], iat: now(), exp: now() + 600 };
  switch (kind) {
    case 'admin':
      return { ...common, sub: 'ada', fullAccess: true };
    case 'module':
      return { ...common, sub: retailerId };
    case 'retailer':
      return { ...common, sub: '7', retailerId, role: 'owner', jti: randomUUID() };
    case 'customer':
      return { ...common, sub: customerId, retailerId, jti: randomUUID() };
  }
}

/** Makes valid and invalid tokens for one retailer of a running service. */
export class TokenForge {
  constructor(
    private readonly secrets: AppConfig['tokenSecrets'],
    private readonly retailerId: string,
    private readonly customerId: string,
  ) {}

  good(kind: TokenKind, change: object = {}): string {
    return forge({ alg: 'HS256', typ: 'JWT' }, { ...this.claims(kind), ...change }, this.secrets[kind][0]);
  }

  /** A token with the claims of one kind and the secret of another. */
  goodUnder(secretOf: TokenKind, kind: TokenKind): string {
    return forge({ alg: 'HS256', typ: 'JWT' }, this.claims(kind), this.secrets[secretOf][0]);
  }

  /** Invalid tokens of the kind, by their mistake. */
  bad(kind: TokenKind): ReadonlyMap<string, string> {
    const [secret] = this.secrets[kind];
    const claims = this.claims(kind);
    const hs256 = (change: object, key = secret): string => forge({ alg: 'HS256' }, { ...claims, ...change }, key);
    const jwk = createPublicKey(publicPem).export({ format: 'jwk' });
    return new Map([
      ['no algorithm', `${part({ alg: 'none' })}.${part(claims)}.`],
      ['no algorithm and yet a signature', forge({ alg: 'none' }, claims, secret)],
      ['HS512 under the right secret', forge({ alg: 'HS512' }, claims, secret, 'sha512')],
      ['RS256', this.rs256(claims)],
      ['a public key as the secret', forge({ alg: 'HS256' }, claims, publicPem)],
      ['a key of its own in the header', forge({ alg: 'HS256', jwk }, claims, publicPem)],
      ['a key at an address', forge({ alg: 'HS256', jku: 'https://evil.example/keys' }, claims, publicPem)],
      ['a path as the name of its key', forge({ alg: 'HS256', kid: '../../dev/null' }, claims, '')],
      ['an empty secret', hs256({}, '')],
      ['another issuer', hs256({ iss: 'somebody' })],
      ['no issuer', hs256({ iss: undefined })],
      ['another audience', hs256({ aud: 'everything' })],
      ['several audiences', hs256({ aud: Object.values(AUDIENCES) })],
      ['no audience', hs256({ aud: undefined })],
      ['no end', hs256({ exp: undefined })],
      ['an end in words', hs256({ exp: String(now() + 600) })],
      ['an end that has passed', hs256({ exp: now() - 1 })],
      ['a beginning to come', hs256({ nbf: now() + 60 })],
      ['no time of issue', hs256({ iat: undefined })],
      ['no subject', hs256({ sub: undefined })],
      ['a subject that is a list', hs256({ sub: [claims['sub']] })],
    ]);
  }

  private claims(kind: TokenKind): Record<string, unknown> {
    return claimsOf(kind, this.retailerId, this.customerId);
  }

  private rs256(claims: object): string {
    const signed = `${part({ alg: 'RS256' })}.${part(claims)}`;
    return `${signed}.${createSign('sha256').update(signed).sign(privateKey).toString('base64url')}`;
  }
}
