import { Injectable } from '@nestjs/common';
import { SecretBox } from '#libs/crypto';
import { Database, type SealedColumn, type Sql, type Tx, upsert } from '#libs/database';
import { Credentials } from './credentials.entity.js';

/** The platform's tokens of one store in plain text. They must never be logged or sent in an answer. */
export type StoreCredentials = Readonly<Omit<Credentials, 'retailerId' | 'retailer'>>;

const context = (retailerId: string, column: string): string => `${retailerId}:${column}`;

export const CREDENTIALS_SEALED: readonly SealedColumn[] = ['access_token', 'refresh_token'].map((column) => ({
  table: 'retailer_credentials',
  column,
  key: ['retailer_id'],
  contextOf: ({ retailer_id: retailerId = '' }) => context(retailerId, column),
}));

/** Platform tokens at rest. Each is sealed for its own row and column. */
@Injectable()
export class CredentialsRepository {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {}

  async save(tx: Tx, retailerId: string, credentials: StoreCredentials): Promise<void> {
    const { accessToken, refreshToken } = credentials;
    await upsert(tx.repository(Credentials), {
      ...credentials,
      retailerId,
      accessToken: this.box.seal(accessToken, context(retailerId, 'access_token')),
      refreshToken: refreshToken === null ? null : this.box.seal(refreshToken, context(retailerId, 'refresh_token')),
    });
  }

  /** Undefined after an uninstall. */
  async find(retailerId: string, sql: Sql = this.database.of(retailerId)): Promise<StoreCredentials | undefined> {
    return this.opened(await sql.using(Credentials, (rows) => rows.findOneBy({ retailerId })));
  }

  /** Undefined after an uninstall. */
  async scopes(retailerId: string): Promise<readonly string[] | undefined> {
    const row = await this.database.of(retailerId).using(Credentials, (rows) => rows.findOneBy({ retailerId }));
    return row?.scopes;
  }

  /**
   * Replaces the tokens by renewed ones, unless an uninstall or a reinstall has changed them in the meantime. Returns
   * the tokens that are valid now; undefined after an uninstall.
   */
  async replace(
    tx: Tx,
    retailerId: string,
    before: StoreCredentials,
    after: StoreCredentials,
  ): Promise<StoreCredentials | undefined> {
    const lock = { mode: 'pessimistic_write' } as const;
    const present = this.opened(await tx.repository(Credentials).findOne({ where: { retailerId }, lock }));
    if (present?.accessToken !== before.accessToken) return present;
    await this.save(tx, retailerId, after);
    return after;
  }

  private opened(row: Credentials | null): StoreCredentials | undefined {
    if (!row) return undefined;
    const { retailerId, accessToken, refreshToken, ...rest } = row;
    return {
      ...rest,
      accessToken: this.box.open(accessToken, context(retailerId, 'access_token')),
      refreshToken: refreshToken === null ? null : this.box.open(refreshToken, context(retailerId, 'refresh_token')),
    };
  }
}
