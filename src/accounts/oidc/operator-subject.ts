import type { OidcConfig } from '../../config/app-config.js';

type Claims = Readonly<Record<string, unknown>>;

/** OpenID Connect Core, 2: at most 255 ASCII characters. */
const SUBJECT = /^[\x21-\x7e]{1,255}$/;

/**
 * The subject of an operator for sessions and the log of actions; undefined for somebody who has an account and is no
 * operator. The claims come from an ID token whose signature, issuer, client and times were verified.
 */
export function operatorSubject(claims: Claims, config: OidcConfig): string | undefined {
  const { sub, aud } = claims;
  if (typeof sub !== 'string' || !SUBJECT.test(sub)) return undefined;
  if (config.audience !== undefined && !textsOf(aud).includes(config.audience)) return undefined;
  if (config.operatorClaim === 'email' && claims['email_verified'] !== true) return undefined;
  const values = textsOf(claims[config.operatorClaim]);
  return values.some((value) => config.operators.includes(value)) ? `oidc:${sub}` : undefined;
}

const textsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');
