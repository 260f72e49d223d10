import { randomBytes } from 'node:crypto';

const REFRESH_TOKEN_SECONDS = 7_776_000;
const CODE_SECONDS = 60;

export type TokenError = { readonly status: number; readonly error: string; readonly error_description: string };

/** The answer of POST /admin/oauth/access_token. */
export interface TokenAnswer {
  readonly access_token: string;
  readonly scope: string;
  readonly expires_in?: number;
  readonly refresh_token?: string;
  readonly refresh_token_expires_in?: number;
}

interface AccessToken {
  scopes: readonly string[];
  expiresAt: number;
}

interface RefreshToken {
  scopes: readonly string[];
  readonly expiresAt: number;
  /** The token that was exchanged for this one. It ends with the first use of this one. */
  readonly predecessor: string | null;
}

const token = (prefix: string): string => `${prefix}_${randomBytes(16).toString('hex')}`;

export const invalid = (error: string, description: string): TokenError => ({
  status: 400,
  error,
  error_description: description,
});

/**
 * The codes and tokens of one store.
 *
 * An exchanged refresh token stays valid until its replacement is used (changelog of 2026-08-28). So an app that loses
 * the answer can repeat the exchange.
 */
export class TokenVault {
  private readonly codes = new Map<string, { scopes: readonly string[]; expiresAt: number }>();
  private readonly access = new Map<string, AccessToken>();
  private readonly refresh = new Map<string, RefreshToken>();

  constructor(
    private readonly accessTokenSeconds: number,
    private readonly now: () => number = Date.now,
  ) {}

  issueCode(scopes: readonly string[]): string {
    const code = randomBytes(16).toString('hex');
    this.codes.set(code, { scopes, expiresAt: this.now() + CODE_SECONDS * 1000 });
    return code;
  }

  redeemCode(code: string, expiring: boolean): TokenAnswer | TokenError {
    const granted = this.codes.get(code);
    this.codes.delete(code);
    if (!granted || granted.expiresAt < this.now()) {
      return invalid('invalid_request', 'The authorization code was not found or was already used');
    }
    return this.issue(granted.scopes, expiring, null);
  }

  redeemRefreshToken(refreshToken: string): TokenAnswer | TokenError {
    const known = this.refresh.get(refreshToken);
    if (!known || known.expiresAt < this.now()) {
      return invalid('invalid_grant', 'This request requires an active refresh_token');
    }
    if (known.predecessor) this.refresh.delete(known.predecessor);
    return this.issue(known.scopes, true, refreshToken);
  }

  /** The scopes of a valid access token. */
  scopesOf(accessToken: string): readonly string[] | undefined {
    const known = this.access.get(accessToken);
    return known && known.expiresAt > this.now() ? known.scopes : undefined;
  }

  /** Expires every access token. Refresh tokens stay valid. */
  expireAccessTokens(): void {
    for (const known of this.access.values()) known.expiresAt = this.now() - 1;
  }

  /** Takes a scope from all tokens, which stay valid. */
  withdraw(scope: string): void {
    for (const tokens of [this.access, this.refresh]) {
      for (const known of tokens.values()) known.scopes = known.scopes.filter((one) => one !== scope);
    }
  }

  /** Ends all tokens, like an uninstall. */
  revokeAll(): void {
    this.codes.clear();
    this.access.clear();
    this.refresh.clear();
  }

  private issue(scopes: readonly string[], expiring: boolean, predecessor: string | null): TokenAnswer {
    const accessToken = token('shpat');
    const scope = scopes.join(',');
    if (!expiring) {
      this.access.set(accessToken, { scopes, expiresAt: Number.POSITIVE_INFINITY });
      return { access_token: accessToken, scope };
    }
    const refreshToken = token('shprt');
    this.access.set(accessToken, { scopes, expiresAt: this.now() + this.accessTokenSeconds * 1000 });
    this.refresh.set(refreshToken, { scopes, expiresAt: this.now() + REFRESH_TOKEN_SECONDS * 1000, predecessor });
    return {
      access_token: accessToken,
      scope,
      expires_in: this.accessTokenSeconds,
      refresh_token: refreshToken,
      refresh_token_expires_in: REFRESH_TOKEN_SECONDS,
    };
  }
}
