import { JwtService } from '@nestjs/jwt';
import type { TokenKind } from '../config/app-config.js';
import { ALGORITHM, partiesOf } from './token-rules.js';

const jwt = new JwtService({});

/** A token of the kind, valid from now for `expiresIn` seconds. */
export function signToken(
  kind: TokenKind,
  claims: { readonly sub: string; readonly fullAccess?: true },
  secret: string,
  expiresIn: number,
): string {
  return jwt.sign({ ...claims }, { secret, algorithm: ALGORITHM, expiresIn, ...partiesOf(kind) });
}
