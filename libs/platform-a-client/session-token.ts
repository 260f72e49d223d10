import { JwtService } from '@nestjs/jwt';
import { parseShopDomain } from './shop-domain.js';

/** Who a session token of platform A speaks for: a customer of the shop, or a member of its staff. */
export type SessionSubject =
  | { readonly kind: 'customer'; /** Platform id, digits. */ readonly externalId: string }
  | { readonly kind: 'staff'; /** Platform user id, digits. */ readonly userId: string };

export interface SessionToken {
  /** Domain of the shop, lower case. */
  readonly shop: string;
  readonly subject: SessionSubject;
  /** Names the token; extensions send one again and again while it lasts. */
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
  /** Rightly signed for a shop, but nobody is logged in there. */
  | { readonly outcome: 'nobody' }
  | { readonly outcome: 'invalid' };

/** Clocks of the platform's servers and ours may differ by so much; the platform's own libraries take the same. */
const LEEWAY_SECONDS = 10;
const CUSTOMER = /^gid:\/\/shopify\/Customer\/(\d{1,20})$/;
const STAFF = /^\d{1,20}$/;
const INVALID: SessionTokenVerdict = { outcome: 'invalid' };

const jwt = new JwtService({});

/**
 * Checks a session token (JWT, HS256 under the client secret) that platform A gave to a UI extension or an embedded
 * page. Staff and customers have the same key and audience: only `sub` and `iss` tell them apart.
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

/** The issuer is the admin of the very shop that the token is for. */
const staffOf: ReadSubject = ({ sub, iss }, shop, rules) => {
  if (typeof sub !== 'string' || !STAFF.test(sub)) return undefined;
  if (typeof iss !== 'string' || !iss.endsWith('/admin')) return undefined;
  return shopOf(iss.slice(0, -'/admin'.length), rules) === shop ? { kind: 'staff', userId: sub } : undefined;
};

/** What names an issuer that we can't read is no customer's either. */
const mayBeCustomers = (iss: unknown): boolean =>
  iss === undefined || (typeof iss === 'string' && !iss.endsWith('/admin'));

/** Tokens of customers bear the bare domain, those of staff a URL. */
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
      // The next secret may be the one; after the last nothing has verified it.
    }
  }
  return undefined;
}
