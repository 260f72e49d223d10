import { Injectable } from '@nestjs/common';
import { columnsOf, each, type Tx } from '#libs/database';
import { CustomerIdentity } from './customer-identity.entity.js';
import type { Identity } from './identities.js';

const IDENTITY = columnsOf(CustomerIdentity, 'i', [
  'externalId',
  'mergedInto',
  'mergedAt',
  'deleted',
  'marketing',
  'marketingUpdatedAt',
  'language',
  'languageSaidAt',
  'email',
  'followed',
]);

/** A merge whose rows have not moved yet. */
export interface OpenMerge extends Pick<Identity, 'externalId' | 'email'> {
  readonly mergedInto: string;
}

/** All SQL of deleted and merged records. It is plain SQL for speed, because each batch of the intake asks for them. */
@Injectable()
export class GoneRepository {
  /** What kinds of gone records the store has. Most stores have none. */
  async kinds(tx: Tx, retailerId: string): Promise<{ readonly customers: boolean; readonly orders: boolean }> {
    const [row] = await tx.query<{ customers: boolean; orders: boolean }>(
      `SELECT EXISTS (SELECT FROM customer_identities WHERE retailer_id = $1) AS customers,
              EXISTS (SELECT FROM deleted_orders WHERE retailer_id = $1) AS orders`,
      [retailerId],
    );
    return row ?? { customers: false, orders: false };
  }

  async deleteOrders(tx: Tx, retailerId: string, externalIds: readonly string[]): Promise<void> {
    await tx.execute(
      `INSERT INTO deleted_orders (retailer_id, external_id) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING`,
      [retailerId, externalIds],
    );
  }

  /** Which of the orders the store has deleted. */
  async deletedAmong(tx: Tx, retailerId: string, externalIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await tx.query<{ id: string }>(
      `SELECT external_id AS id FROM ${each('deleted_orders', 'external_id', 'text')}`,
      [retailerId, externalIds],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** The identities with these ids, and all that lead to the same customers. */
  identities(tx: Tx, retailerId: string, externalIds: readonly string[]): Promise<Identity[]> {
    return tx.query<Identity>(
      `WITH roots AS (
         SELECT DISTINCT coalesce(i.merged_into, named.id) AS id FROM unnest($2::text[]) AS named (id)
           LEFT JOIN customer_identities i ON i.retailer_id = $1 AND i.external_id = named.id)
       SELECT ${IDENTITY} FROM roots JOIN customer_identities i ON i.retailer_id = $1 AND i.external_id = roots.id
        UNION ALL
       SELECT ${IDENTITY} FROM roots JOIN customer_identities i ON i.retailer_id = $1 AND i.merged_into = roots.id`,
      [retailerId, externalIds],
    );
  }

  async save(tx: Tx, retailerId: string, identities: readonly Identity[]): Promise<void> {
    if (identities.length === 0) return;
    await tx.execute(
      `INSERT INTO customer_identities (retailer_id, external_id, merged_into, merged_at, deleted, marketing,
                                        marketing_updated_at, language, language_said_at, email, followed)
       SELECT $1, "externalId", "mergedInto", "mergedAt", deleted, marketing, "marketingUpdatedAt", language,
              "languageSaidAt", email, followed
         FROM json_to_recordset($2::json) AS r ("externalId" text, "mergedInto" text, "mergedAt" timestamptz,
              deleted boolean, marketing text, "marketingUpdatedAt" timestamptz, language text,
              "languageSaidAt" timestamptz, email text, followed boolean)
       ON CONFLICT (retailer_id, external_id) DO UPDATE SET merged_into = excluded.merged_into,
         merged_at = excluded.merged_at, deleted = excluded.deleted, marketing = excluded.marketing,
         marketing_updated_at = excluded.marketing_updated_at, language = excluded.language,
         language_said_at = excluded.language_said_at, email = excluded.email, followed = excluded.followed`,
      [retailerId, JSON.stringify(identities)],
    );
  }

  /** Gives the orders of a gone customer to another one, or to nobody; then `goneAs` keeps the platform's id. */
  async moveOrders(tx: Tx, retailerId: string, move: OrderMove): Promise<void> {
    await tx.execute(
      `UPDATE orders SET customer_id = $4, gone_customer = $5
        WHERE retailer_id = $1 AND (customer_id = $2 OR gone_customer = $3)`,
      [retailerId, move.from, move.fromExternalId, move.to, move.goneAs],
    );
  }

  async deleteCustomer(tx: Tx, retailerId: string, id: string): Promise<void> {
    await tx.execute(`DELETE FROM customers WHERE retailer_id = $1 AND id = $2`, [retailerId, id]);
  }

  /** The merges whose rows have not moved yet, locked: another worker that moves them has to end first. */
  openMerges(tx: Tx, retailerId: string): Promise<OpenMerge[]> {
    return tx.query<OpenMerge>(
      `SELECT i.external_id AS "externalId", i.merged_into AS "mergedInto", i.email FROM customer_identities i
        WHERE i.retailer_id = $1 AND NOT i.followed AND i.merged_into IS NOT NULL
        ORDER BY i.external_id FOR UPDATE`,
      [retailerId],
    );
  }

  /** An address that has reached the remaining one is not kept. */
  async close(tx: Tx, retailerId: string, externalId: string, hasReached: boolean): Promise<void> {
    await tx.execute(
      `UPDATE customer_identities SET followed = true, email = CASE WHEN $3 THEN NULL ELSE email END
        WHERE retailer_id = $1 AND external_id = $2`,
      [retailerId, externalId, hasReached],
    );
  }

  /** The ids that lead to the same customers as these. */
  async idsOfSame(tx: Tx, retailerId: string, externalIds: readonly string[]): Promise<string[]> {
    const found = await this.identities(tx, retailerId, externalIds);
    return [...new Set([...externalIds, ...found.map(({ externalId }) => externalId)])];
  }
}

interface OrderMove {
  /** Our id. */
  readonly from: string;
  readonly fromExternalId: string;
  readonly to: string | null;
  readonly goneAs: string | null;
}
