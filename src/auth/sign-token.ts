import { JwtService } from '@nestjs/jwt';
import type { TokenKind } from '../config/app-config.js';
import { ALGORITHM, partiesOf, type RetailerRole } from './token-rules.js';

/** What each kind of token says besides issuer, audience and times. */
export interface TokenClaims {
  readonly admin: { readonly sub: string; readonly fullAccess?: true };
  readonly module: { readonly sub: string };
  readonly retailer: { readonly sub: string; readonly retailerId: string; readonly role: RetailerRole };
  readonly customer: { readonly sub: string; readonly retailerId: string; readonly jti: string };
}

const jwt = new JwtService({});

/** A token of the kind, valid from now for `expiresIn` seconds. */
export function signToken<K extends TokenKind>(
  kind: K,
  claims: TokenClaims[K],
  secret: string,
  expiresIn: number,
): string {
  return jwt.sign({ ...claims }, { secret, algorithm: ALGORITHM, expiresIn, ...partiesOf(kind) });
}
