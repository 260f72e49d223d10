import { Injectable } from '@nestjs/common';
import { SecretBox } from '#libs/crypto';
import { Database, type SealedColumn, type Tx } from '#libs/database';

const context = (retailerId: string): string => `${retailerId}:multipass_secret`;

export const MULTIPASS_SEALED: SealedColumn = {
  table: 'multipass_secrets',
  column: 'secret',
  key: ['retailer_id'],
  contextOf: ({ retailer_id: retailerId = '' }) => context(retailerId),
};

/** Multipass secrets at rest: sealed, never logged, never answered. */
@Injectable()
export class MultipassSecretRepository {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {}

  /** Null removes it: the store's Multipass tokens are then refused. */
  async save(tx: Tx, retailerId: string, secret: string | null): Promise<void> {
    if (secret === null) await tx.execute(`DELETE FROM multipass_secrets WHERE retailer_id = $1`, [retailerId]);
    else {
      await tx.execute(
        `INSERT INTO multipass_secrets (retailer_id, secret) VALUES ($1, $2)
         ON CONFLICT (retailer_id) DO UPDATE SET secret = excluded.secret, updated_at = now()`,
        [retailerId, this.box.seal(secret, context(retailerId))],
      );
    }
  }

  /** In the clear; undefined where the store has none. */
  async find(retailerId: string): Promise<string | undefined> {
    const [row] = await this.database
      .of(retailerId)
      .query<{ secret: string }>(`SELECT secret FROM multipass_secrets WHERE retailer_id = $1`, [retailerId]);
    return row && this.box.open(row.secret, context(retailerId));
  }

  async isConfigured(retailerId: string): Promise<boolean> {
    const rows = await this.database
      .of(retailerId)
      .query(`SELECT 1 FROM multipass_secrets WHERE retailer_id = $1`, [retailerId]);
    return rows.length > 0;
  }
}
