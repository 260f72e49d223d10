import { Injectable } from '@nestjs/common';
import { SecretBox } from '#libs/crypto';
import { Database, type SealedColumn, type Sql, type Tx } from '#libs/database';

/** The platform's tokens of one store, in the clear: never logged, never answered. */
export interface StoreCredentials {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly expiresAt: Date | null;
  readonly refreshExpiresAt: Date | null;
  /** When the platform handed them out, by our clock. */
  readonly issuedAt: Date;
  readonly scopes: readonly string[];
}

const context = (retailerId: string, column: string): string => `${retailerId}:${column}`;

export const CREDENTIALS_SEALED: readonly SealedColumn[] = ['access_token', 'refresh_token'].map((column) => ({
  table: 'retailer_credentials',
  column,
  key: ['retailer_id'],
  contextOf: ({ retailer_id: retailerId = '' }) => context(retailerId, column),
}));

/** Platform tokens at rest: sealed, each for its own row and column. */
@Injectable()
export class CredentialsRepository {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {}

  async save(tx: Tx, retailerId: string, credentials: StoreCredentials): Promise<void> {
    const { accessToken, refreshToken, expiresAt, refreshExpiresAt, issuedAt, scopes } = credentials;
    await tx.execute(
      `INSERT INTO retailer_credentials (retailer_id, access_token, refresh_token, expires_at, refresh_expires_at, issued_at,
                                         scopes)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (retailer_id) DO UPDATE SET access_token = excluded.access_token,
         refresh_token = excluded.refresh_token, expires_at = excluded.expires_at,
         refresh_expires_at = excluded.refresh_expires_at, issued_at = excluded.issued_at, scopes = excluded.scopes`,
      [
        retailerId,
        this.box.seal(accessToken, context(retailerId, 'access_token')),
        refreshToken === null ? null : this.box.seal(refreshToken, context(retailerId, 'refresh_token')),
        expiresAt,
        refreshExpiresAt,
        issuedAt,
        scopes,
      ],
    );
  }

  /** Undefined after an uninstall. */
  find(retailerId: string, sql: Sql = this.database.of(retailerId)): Promise<StoreCredentials | undefined> {
    return this.read(sql, retailerId, '');
  }

  /** Undefined after an uninstall. */
  async scopes(retailerId: string): Promise<readonly string[] | undefined> {
    const [row] = await this.database
      .of(retailerId)
      .query<Pick<StoreCredentials, 'scopes'>>(`SELECT scopes FROM retailer_credentials WHERE retailer_id = $1`, [
        retailerId,
      ]);
    return row?.scopes;
  }

  /**
   * Puts renewed tokens in the place of those that they were renewed from; tokens that an uninstall or a reinstall has
   * changed meanwhile stay as they are. Returns what holds now; undefined after an uninstall.
   */
  async replace(
    tx: Tx,
    retailerId: string,
    before: StoreCredentials,
    after: StoreCredentials,
  ): Promise<StoreCredentials | undefined> {
    const present = await this.read(tx, retailerId, 'FOR UPDATE');
    if (present?.accessToken !== before.accessToken) return present;
    await this.save(tx, retailerId, after);
    return after;
  }

  private async read(sql: Sql, retailerId: string, lock: '' | 'FOR UPDATE'): Promise<StoreCredentials | undefined> {
    const [row] = await sql.query<StoreCredentials>(
      `SELECT access_token AS "accessToken", refresh_token AS "refreshToken", expires_at AS "expiresAt",
              refresh_expires_at AS "refreshExpiresAt", issued_at AS "issuedAt", scopes
         FROM retailer_credentials WHERE retailer_id = $1 ${lock}`,
      [retailerId],
    );
    if (!row) return undefined;
    const { accessToken, refreshToken } = row;
    return {
      ...row,
      accessToken: this.box.open(accessToken, context(retailerId, 'access_token')),
      refreshToken: refreshToken === null ? null : this.box.open(refreshToken, context(retailerId, 'refresh_token')),
    };
  }
}
