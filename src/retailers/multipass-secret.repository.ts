import { Injectable } from '@nestjs/common';
import { SecretBox } from '#libs/crypto';
import { Database, type SealedColumn, type Tx, upsert } from '#libs/database';
import { MultipassSecret } from './multipass-secret.entity.js';

const context = (retailerId: string): string => `${retailerId}:multipass_secret`;

export const MULTIPASS_SEALED: SealedColumn = {
  table: 'multipass_secrets',
  column: 'secret',
  key: ['retailer_id'],
  contextOf: ({ retailer_id: retailerId = '' }) => context(retailerId),
};

/** Multipass secrets at rest, sealed. They must never be logged or sent in an answer. */
@Injectable()
export class MultipassSecretRepository {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {}

  /** Null removes the secret: the store's Multipass tokens are then refused. */
  async save(tx: Tx, retailerId: string, secret: string | null): Promise<void> {
    const secrets = tx.repository(MultipassSecret);
    if (secret === null) await secrets.delete({ retailerId });
    else {
      const sealed = this.box.seal(secret, context(retailerId));
      await upsert(secrets, { retailerId, secret: sealed, updatedAt: new Date() });
    }
  }

  /** The secret in plain text; undefined if the store has none. */
  async find(retailerId: string): Promise<string | undefined> {
    const row = await this.database.of(retailerId).using(MultipassSecret, (rows) => rows.findOneBy({ retailerId }));
    return row ? this.box.open(row.secret, context(retailerId)) : undefined;
  }

  isConfigured(retailerId: string): Promise<boolean> {
    return this.database.of(retailerId).using(MultipassSecret, (rows) => rows.existsBy({ retailerId }));
  }
}
