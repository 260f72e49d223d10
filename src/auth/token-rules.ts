import { forbidden, isUuid, unauthenticated } from '#libs/kernel';
import type { TokenKind } from '../config/app-config.js';

const ISSUER = 'rekindle';

const AUDIENCES: Readonly<Record<TokenKind, string>> = {
  admin: 'admin',
  module: 'module-r',
  retailer: 'retailer',
  customer: 'customer',
};

/** Pinned: what the token's own header says about algorithms and keys is never followed. */
export const ALGORITHM = 'HS256';

/** Who a token of the kind is from and for. */
export const partiesOf = (kind: TokenKind): { issuer: string; audience: string } => ({
  issuer: ISSUER,
  audience: AUDIENCES[kind],
});

/** Who calls, as the guards put it on the request. */
export interface AdminCaller {
  readonly kind: 'admin';
  readonly subject: string;
}
/** Who made a module token: a user of the store, who may lose the right to it, or an admin. */
export interface Minter {
  readonly kind: 'user' | 'admin';
  /** The platform's id of the user; `sub` of the admin. */
  readonly subject: string;
}
export interface ModuleCaller {
  readonly kind: 'module';
  readonly retailerId: string;
  /** Undefined for tokens of other makers, which say nothing about it. */
  readonly mintedBy?: Minter;
}
/** `owner` may do everything for the retailer, `member` may look. */
export type RetailerRole = 'owner' | 'member';

export interface RetailerCaller {
  readonly kind: 'retailer';
  /** The platform's id of the user. */
  readonly subject: string;
  readonly retailerId: string;
  readonly role: RetailerRole;
  /** Our own token; undefined for the platform's session tokens, which the platform ends. */
  readonly token?: TokenFacts;
}
export interface CustomerCaller {
  readonly kind: 'customer';
  readonly customerId: string;
  readonly retailerId: string;
}
export type Caller = AdminCaller | ModuleCaller | RetailerCaller | CustomerCaller;

/** What revoking a token needs to know of it. */
export interface TokenFacts {
  /** `jti`; undefined for tokens of other makers that have none and can't be revoked one by one. */
  readonly id: string | undefined;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

/** An admin token opens everything, so whoever finds an old one must find it ended. */
export const ADMIN_TOKEN_SECONDS = 24 * 60 * 60;
/** How far the clock of another maker of tokens may be ahead of ours. */
const SKEW_SECONDS = 60;

/**
 * The caller of a token whose signature, issuer, audience and times are right; 401 for a life above 24 hours, also one
 * that begins in the future; 403 without full access.
 */
export function readAdminClaims(claims: unknown, now = new Date()): AdminCaller {
  const { sub, fullAccess, iat, exp } = commonClaims(claims, 'admin');
  const isAhead = iat > now.getTime() / 1_000 + SKEW_SECONDS;
  if (isAhead || exp - iat > ADMIN_TOKEN_SECONDS) throw invalidToken();
  if (fullAccess !== true) {
    throw forbidden('full_access_required', 'The token is valid but carries no full access.');
  }
  return { kind: 'admin', subject: sub };
}

export function readModuleClaims(claims: unknown): ModuleCaller {
  const { sub, mintedBy } = commonClaims(claims, 'module');
  if (!isUuid(sub)) throw invalidToken();
  if (mintedBy === undefined) return { kind: 'module', retailerId: sub };
  if (!isMinter(mintedBy)) throw invalidToken();
  return { kind: 'module', retailerId: sub, mintedBy };
}

export function readRetailerClaims(claims: unknown): RetailerCaller {
  const { sub, retailerId, role } = commonClaims(claims, 'retailer');
  if (!isUuid(retailerId) || (role !== 'owner' && role !== 'member')) throw invalidToken();
  return { kind: 'retailer', subject: sub, retailerId, role, token: tokenFacts(claims) };
}

export function readCustomerClaims(claims: unknown): CustomerCaller {
  const { sub, retailerId, jti } = commonClaims(claims, 'customer');
  if (!isUuid(sub) || !isUuid(retailerId) || typeof jti !== 'string') throw invalidToken();
  return { kind: 'customer', customerId: sub, retailerId };
}

/** Of a checked token. JWTs know whole seconds only. */
export function tokenFacts(claims: unknown): TokenFacts {
  const { jti, iat, exp } = claims as { readonly jti?: unknown; readonly iat: number; readonly exp: number };
  const id = typeof jti === 'string' && jti !== '' ? jti : undefined;
  return { id, issuedAt: new Date(iat * 1_000), expiresAt: new Date(exp * 1_000) };
}

/**
 * Whether the header of a bearer token names extensions that its reader has to understand (RFC 7515, 4.1.11). We know
 * none, and the verifier does not look.
 */
export function hasCriticalExtension(authorization: string | undefined): boolean {
  const [header = ''] = (authorization ?? '').replace(/^bearer\s+/i, '').split('.', 1);
  try {
    const fields: unknown = JSON.parse(Buffer.from(header, 'base64url').toString());
    return isRecord(fields) && 'crit' in fields;
  } catch {
    return false;
  }
}

export const missingToken = (): Error => unauthenticated('token_required', 'A bearer token is required.');
export const invalidToken = (): Error =>
  unauthenticated('invalid_token', 'The token is not one of ours for this address, or no longer valid.');

/** What every kind must carry. The verifier checks times and parties only where the token names them. */
function commonClaims(claims: unknown, kind: TokenKind): CommonClaims {
  const { issuer, audience } = partiesOf(kind);
  if (!isRecord(claims)) throw invalidToken();
  const { iss, aud, exp, iat, sub } = claims;
  if (iss !== issuer || aud !== audience || typeof exp !== 'number' || typeof iat !== 'number') throw invalidToken();
  if (typeof sub !== 'string' || sub === '') throw invalidToken();
  return { ...claims, sub, iat, exp };
}

type CommonClaims = Readonly<Record<string, unknown>> & { sub: string; iat: number; exp: number };

const isMinter = (value: unknown): value is Minter =>
  isRecord(value) && (value['kind'] === 'user' || value['kind'] === 'admin') && typeof value['subject'] === 'string';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
