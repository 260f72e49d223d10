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
export interface ModuleCaller {
  readonly kind: 'module';
  readonly retailerId: string;
}
/** `owner` may do everything for the retailer, `member` may look. */
export type RetailerRole = 'owner' | 'member';

export interface RetailerCaller {
  readonly kind: 'retailer';
  /** The platform's id of the user. */
  readonly subject: string;
  readonly retailerId: string;
  readonly role: RetailerRole;
}
export interface CustomerCaller {
  readonly kind: 'customer';
  readonly customerId: string;
  readonly retailerId: string;
}
export type Caller = AdminCaller | ModuleCaller | RetailerCaller | CustomerCaller;

/** The caller of a token whose signature, issuer, audience and times are right; 403 without full access. */
export function readAdminClaims(claims: unknown): AdminCaller {
  const { sub, fullAccess } = commonClaims(claims, 'admin');
  if (fullAccess !== true) {
    throw forbidden('full_access_required', 'The token is valid but carries no full access.');
  }
  return { kind: 'admin', subject: sub };
}

export function readModuleClaims(claims: unknown): ModuleCaller {
  const { sub } = commonClaims(claims, 'module');
  if (!isUuid(sub)) throw invalidToken();
  return { kind: 'module', retailerId: sub };
}

export function readRetailerClaims(claims: unknown): RetailerCaller {
  const { sub, retailerId, role } = commonClaims(claims, 'retailer');
  if (!isUuid(retailerId) || (role !== 'owner' && role !== 'member')) throw invalidToken();
  return { kind: 'retailer', subject: sub, retailerId, role };
}

export function readCustomerClaims(claims: unknown): CustomerCaller {
  const { sub, retailerId, jti } = commonClaims(claims, 'customer');
  if (!isUuid(sub) || !isUuid(retailerId) || typeof jti !== 'string') throw invalidToken();
  return { kind: 'customer', customerId: sub, retailerId };
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

/** When a checked token was issued; JWTs know whole seconds only. */
export const issuedAt = (claims: unknown): Date => new Date((claims as { iat: number }).iat * 1_000);

export const missingToken = (): Error => unauthenticated('token_required', 'A bearer token is required.');
export const invalidToken = (): Error =>
  unauthenticated('invalid_token', 'The token is not one of ours for this address, or no longer valid.');

/** What every kind must carry. The verifier checks times and parties only where the token names them. */
function commonClaims(claims: unknown, kind: TokenKind): Readonly<Record<string, unknown>> & { sub: string } {
  const { issuer, audience } = partiesOf(kind);
  if (!isRecord(claims)) throw invalidToken();
  const { iss, aud, exp, iat, sub } = claims;
  const complete = iss === issuer && aud === audience && typeof exp === 'number' && typeof iat === 'number';
  if (!complete || typeof sub !== 'string' || sub === '') throw invalidToken();
  return { ...claims, sub };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
