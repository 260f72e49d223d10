import { JwtService } from '@nestjs/jwt';
import { parseShopDomain } from './shop-domain.js';

/** The subject of a session token: a customer of the shop, or a member of its staff. */
export type SessionSubject =
  | { readonly kind: 'customer'; /** Platform id, digits. */ readonly externalId: string }
  | { readonly kind: 'staff'; /** Platform user id, digits. */ readonly userId: string };

export interface SessionToken {
  /** Domain of the shop, lower case. */
  readonly shop: string;
  readonly subject: SessionSubject;
  /** The id of the token. Extensions send one token repeatedly until it expires. */
  readonly jti: string | undefined;
}

export interface SessionTokenRules {
  readonly clientId: string;
  /** Client secrets, newest first. */
  readonly secrets: readonly string[];
  readonly shopSuffixes: readonly string[];
  readonly now: Date;
}

export type SessionTokenVerdict =
  | { readonly outcome: 'ok'; readonly token: SessionToken }
  /** Validly signed for a shop where nobody is logged in. */
  | { readonly outcome: 'nobody' }
  | { readonly outcome: 'invalid' };

/** The largest difference between the platform's clocks and ours. The platform's own libraries use the same value. */
const LEEWAY_SECONDS = 10;
const CUSTOMER = /^gid:\/\/shopify\/Customer\/(\d{1,20})$/;
const STAFF = /^\d{1,20}$/;
const INVALID: SessionTokenVerdict = { outcome: 'invalid' };

const jwt = new JwtService({});

/**
 * Checks a session token (JWT, HS256 under the client secret) that platform A gave to a UI extension or an embedded
 * page. Tokens of staff and customers have the same key and audience. They differ only in `sub` and `iss`.
 */
export function verifySessionToken(token: string, rules: SessionTokenRules): SessionTokenVerdict {
  const claims = verifiedClaims(token, rules);
  if (!claims || claims['aud'] !== rules.clientId || typeof claims['exp'] !== 'number') return INVALID;
  const shop = shopOf(claims['dest'], rules);
  if (shop === undefined) return INVALID;
  const jti = typeof claims['jti'] === 'string' ? claims['jti'] : undefined;
  const read = mayBeCustomers(claims['iss']) ? customerOf : staffOf;
  const subject = read(claims, shop, rules);
  if (subject === 'nobody') return { outcome: 'nobody' };
  return subject ? { outcome: 'ok', token: { shop, subject, jti } } : INVALID;
}

type Claims = Readonly<Record<string, unknown>>;
type ReadSubject = (claims: Claims, shop: string, rules: SessionTokenRules) => SessionSubject | 'nobody' | undefined;

const customerOf: ReadSubject = ({ sub }) => {
  if (sub === undefined || sub === null || sub === '') return 'nobody';
  const [, externalId] = (typeof sub === 'string' && CUSTOMER.exec(sub)) || [];
  return externalId === undefined ? undefined : { kind: 'customer', externalId };
};

/** The issuer of a staff token is the admin of the token's shop. */
const staffOf: ReadSubject = ({ sub, iss }, shop, rules) => {
  if (typeof sub !== 'string' || !STAFF.test(sub)) return undefined;
  if (typeof iss !== 'string' || !iss.endsWith('/admin')) return undefined;
  return shopOf(iss.slice(0, -'/admin'.length), rules) === shop ? { kind: 'staff', userId: sub } : undefined;
};

/** A customer's token has no issuer, or one that is not an admin. An issuer of another type is refused. */
const mayBeCustomers = (iss: unknown): boolean =>
  iss === undefined || (typeof iss === 'string' && !iss.endsWith('/admin'));

/** Customer tokens contain the bare domain, staff tokens a URL. */
const shopOf = (value: unknown, { shopSuffixes }: SessionTokenRules): string | undefined =>
  typeof value === 'string' ? parseShopDomain(value.replace(/^https:\/\//, ''), shopSuffixes) : undefined;

function verifiedClaims(token: string, { secrets, now }: SessionTokenRules): Claims | undefined {
  for (const secret of secrets) {
    try {
      return jwt.verify<Record<string, unknown>>(token, {
        secret,
        algorithms: ['HS256'],
        clockTolerance: LEEWAY_SECONDS,
        clockTimestamp: Math.floor(now.getTime() / 1_000),
      });
    } catch {
      // The next secret may fit. After the last one the token is not verified.
    }
  }
  return undefined;
}
