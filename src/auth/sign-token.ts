import { randomUUID } from 'node:crypto';
import { JwtService } from '@nestjs/jwt';
import type { Secrets } from '../config/app-config.js';
import { keyIdOf } from './token-keys.js';
import type { Minter } from './module-token.dto.js';
import { ALGORITHM, type AnyToken, partiesOf, type RetailerRole } from './token-rules.js';

/** The claims of each kind of token besides issuer, audience, times and `jti`. */
export interface TokenClaims {
  readonly admin: { readonly sub: string; readonly fullAccess?: true };
  readonly module: { readonly sub: string; readonly mintedBy?: Minter; readonly jti?: string };
  readonly retailer: { readonly sub: string; readonly retailerId: string; readonly role: RetailerRole };
  readonly customer: { readonly sub: string; readonly retailerId: string };
  readonly operator: {
    readonly sub: string;
    readonly adminToken: string | undefined;
    readonly retailerId: string | undefined;
    readonly jti?: string;
  };
}

const jwt = new JwtService({});

/** Signs a token with the newest secret. It is valid from now for `expiresIn` seconds. */
export function signToken<K extends AnyToken>(
  kind: K,
  claims: TokenClaims[K],
  [secret]: Secrets,
  expiresIn: number,
): string {
  return jwt.sign(
    { jti: randomUUID(), ...claims },
    { secret, keyid: keyIdOf(secret), algorithm: ALGORITHM, expiresIn, ...partiesOf(kind) },
  );
}
