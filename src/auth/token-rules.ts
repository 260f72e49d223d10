import { forbidden, isUuid, unauthenticated } from '#libs/kernel';
import type { Minter } from './module-token.dto.js';
import type { TokenKind } from '../config/app-config.js';

const ISSUER = 'rekindle';

/** A token of ours. An operator's token is the cookie of an admin's browser, and is signed like an admin's token. */
export type AnyToken = TokenKind | 'operator';

const AUDIENCES: Readonly<Record<AnyToken, string>> = {
  admin: 'admin',
  module: 'module-r',
  retailer: 'retailer',
  customer: 'customer',
  operator: 'operator',
};

/** Pinned: the algorithm and keys that the token's own header names are ignored. */
export const ALGORITHM = 'HS256';

/** Issuer and audience of a kind of token. */
export const partiesOf = (kind: AnyToken): { issuer: string; audience: string } => ({
  issuer: ISSUER,
  audience: AUDIENCES[kind],
});

/** One kind of caller. A guard sets the caller on the request. */
export interface AdminCaller {
  readonly kind: 'admin';
  readonly subject: string;
}
export interface ModuleCaller {
  readonly kind: 'module';
  readonly retailerId: string;
  /** Undefined for tokens that were minted elsewhere and carry no such claim. */
  readonly mintedBy?: Minter;
}
/** An `owner` may do everything for the retailer; a `member` may prepare and read, but not approve or send. */
export type RetailerRole = 'owner' | 'member';

export interface RetailerCaller {
  readonly kind: 'retailer';
  /** The platform's id of the user. */
  readonly subject: string;
  readonly retailerId: string;
  readonly role: RetailerRole;
  /** The admin who acts for the retailer; undefined for a user of the store. */
  readonly operator?: string;
  /** Undefined for the platform's session tokens, which expire by themselves and can't be revoked here. */
  readonly token?: TokenFacts;
}
export interface CustomerCaller {
  readonly kind: 'customer';
  readonly customerId: string;
  readonly retailerId: string;
}
export type Caller = AdminCaller | ModuleCaller | RetailerCaller | CustomerCaller;

/** An operator of the service who signed in with an admin token, or with an account at the provider. */
export interface OperatorSession {
  readonly kind: 'operator';
  readonly subject: string;
  /** `jti` of the admin token: its revocation ends the session. Undefined for an account. */
  readonly adminToken: string | undefined;
  /** The retailer that the operator looks after now. */
  readonly retailerId: string | undefined;
  /** `jti` of the session. */
  readonly id: string;
  readonly expiresAt: Date;
}

/** The facts that decide whether a token is revoked, and whether its session has ended. */
export interface TokenFacts {
  /** `jti`. Tokens that were minted elsewhere may have none: they can't be revoked one by one. */
  readonly id: string | undefined;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

/** An admin token gives full access, so a leaked old token must have expired. */
export const ADMIN_TOKEN_SECONDS = 24 * 60 * 60;
/** How far the clock of another issuer of tokens may be ahead of ours. */
const SKEW_SECONDS = 60;

/**
 * The caller of a token whose signature, issuer, audience and times are verified. 401 if the token is valid for more
 * than 24 hours or starts in the future; 403 without full access.
 */
export function readAdminClaims(claims: unknown, now = new Date()): AdminCaller {
  const { sub, fullAccess, iat, exp } = commonClaims(claims, 'admin');
  const isAhead = iat > now.getTime() / 1_000 + SKEW_SECONDS;
  if (isAhead || exp - iat > ADMIN_TOKEN_SECONDS) throw invalidToken();
  if (fullAccess !== true) {
    throw forbidden('full_access_required', 'The token is valid but does not grant full access.');
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

/** An operator's session. Its token is signed with the admin secret, so its audience must keep admin tokens out. */
export function readOperatorClaims(claims: unknown): OperatorSession {
  const { sub, jti, adminToken, retailerId } = commonClaims(claims, 'operator');
  const isFit = typeof jti === 'string' && isOptional(adminToken) && isOptional(retailerId);
  if (!isFit) throw invalidToken();
  return { kind: 'operator', subject: sub, adminToken, retailerId, id: jti, expiresAt: tokenFacts(claims).expiresAt };
}

/** Whether the token's times include now. For tokens that no library has checked. */
export function isCurrent(claims: object, now = new Date()): boolean {
  const { exp, nbf } = claims as { readonly exp?: unknown; readonly nbf?: unknown };
  const seconds = now.getTime() / 1_000;
  return typeof exp === 'number' && exp > seconds && (nbf === undefined || (typeof nbf === 'number' && nbf <= seconds));
}

/** Reads a verified token. Its times are whole seconds. */
export function tokenFacts(claims: unknown): TokenFacts {
  const { jti, iat, exp } = claims as { readonly jti?: unknown; readonly iat: number; readonly exp: number };
  const id = typeof jti === 'string' && jti !== '' ? jti : undefined;
  return { id, issuedAt: new Date(iat * 1_000), expiresAt: new Date(exp * 1_000) };
}

/**
 * Whether the header of a bearer token names extensions that its reader has to understand (RFC 7515, 4.1.11). The
 * service supports none, and the JWT library does not check the field.
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
  unauthenticated('invalid_token', 'The token is not valid for this address, or no longer valid.');

/** The claims that every kind must carry. The JWT library checks times and parties only if the token has them. */
function commonClaims(claims: unknown, kind: AnyToken): CommonClaims {
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

const isOptional = (value: unknown): value is string | undefined => value === undefined || typeof value === 'string';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
