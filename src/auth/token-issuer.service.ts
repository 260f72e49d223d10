import { Injectable } from '@nestjs/common';
import type { TokenKind } from '../config/app-config.js';
import { Runtime } from '../config/runtime.js';
import { signToken, type TokenClaims } from './sign-token.js';
import type { AnyToken } from './token-rules.js';

/** Signs our tokens with the secrets of this installation. */
@Injectable()
export class TokenIssuerService {
  constructor(private readonly runtime: Runtime) {}

  /** The token is valid from now for `expiresIn` seconds. */
  issue<K extends AnyToken>(kind: K, claims: TokenClaims[K], expiresIn: number): string {
    return signToken(kind, claims, this.runtime.config.tokenSecrets[secretOf(kind)], expiresIn);
  }
}

const secretOf = (kind: AnyToken): TokenKind => (kind === 'operator' ? 'admin' : kind);
