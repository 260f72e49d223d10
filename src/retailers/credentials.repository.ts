import { Injectable } from '@nestjs/common';
import { SecretBox } from '#libs/crypto';
import { Database, lockExclusive, type Sql, type Tx } from '#libs/database';

/** The platform's tokens of one store, in the clear: never logged, never answered. */
export interface StoreCredentials {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly expiresAt: Date | null;
  readonly refreshExpiresAt: Date | null;
  readonly scopes: readonly string[];
}

const context = (retailerId: string, column: string): string => `${retailerId}:${column}`;

/** Platform tokens at rest: sealed, each for its own row and column. */
@Injectable()
export class CredentialsRepository {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {}

  async save(tx: Tx, retailerId: string, credentials: StoreCredentials): Promise<void> {
    const { accessToken, refreshToken, expiresAt, refreshExpiresAt, scopes } = credentials;
    await tx.execute(
      `INSERT INTO retailer_credentials (retailer_id, access_token, refresh_token, expires_at, refresh_expires_at, scopes)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (retailer_id) DO UPDATE SET access_token = excluded.access_token,
         refresh_token = excluded.refresh_token, expires_at = excluded.expires_at,
         refresh_expires_at = excluded.refresh_expires_at, scopes = excluded.scopes`,
      [
        retailerId,
        this.box.seal(accessToken, context(retailerId, 'access_token')),
        refreshToken === null ? null : this.box.seal(refreshToken, context(retailerId, 'refresh_token')),
        expiresAt,
        refreshExpiresAt,
        scopes,
      ],
    );
  }

  /** Undefined after an uninstall. */
  async find(retailerId: string): Promise<StoreCredentials | undefined> {
    const row = await readSealed(this.database, retailerId);
    return row && this.open(retailerId, row);
  }

  /**
   * Replaces tokens that are due by what `fetch` brings. One renewal at a time for a store, however many processes ask:
   * the others wait and find the new tokens. Tokens that an uninstall or a reinstall has changed meanwhile stay as they
   * are. Returns what holds now; undefined after an uninstall.
   */
  async renew(
    retailerId: string,
    isDue: (credentials: StoreCredentials) => boolean,
    fetch: (credentials: StoreCredentials) => Promise<StoreCredentials>,
  ): Promise<StoreCredentials | undefined> {
    return this.database.transaction(async (tx) => {
      await lockExclusive(tx, 'tokens', retailerId);
      const sealed = await readSealed(tx, retailerId);
      const held = sealed && this.open(retailerId, sealed);
      if (!held || !isDue(held)) return held;
      const fresh = await fetch(held);
      const present = await readSealed(tx, retailerId, 'FOR UPDATE');
      if (present?.accessToken !== sealed.accessToken) return present && this.open(retailerId, present);
      await this.save(tx, retailerId, fresh);
      return fresh;
    });
  }

  private open(retailerId: string, sealed: StoreCredentials): StoreCredentials {
    const { accessToken, refreshToken } = sealed;
    return {
      ...sealed,
      accessToken: this.box.open(accessToken, context(retailerId, 'access_token')),
      refreshToken: refreshToken === null ? null : this.box.open(refreshToken, context(retailerId, 'refresh_token')),
    };
  }
}

async function readSealed(
  sql: Sql,
  retailerId: string,
  lock: '' | 'FOR UPDATE' = '',
): Promise<StoreCredentials | undefined> {
  const [row] = await sql.query<StoreCredentials>(
    `SELECT access_token AS "accessToken", refresh_token AS "refreshToken", expires_at AS "expiresAt",
            refresh_expires_at AS "refreshExpiresAt", scopes
       FROM retailer_credentials WHERE retailer_id = $1 ${lock}`,
    [retailerId],
  );
  return row;
}
