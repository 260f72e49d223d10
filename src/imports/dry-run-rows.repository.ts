import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import type { WrittenRow, WrittenRowKeys } from '../commerce/imported/written-rows.js';
import type { ImportKey } from './imports.repository.js';

/** For a FROM: the remembered rows with one of the values. One index lookup for each, also before an ANALYZE. */
const rowsWith = (column: 'key' | 'email', values: string): string => `
  ${values} AS wanted (value) CROSS JOIN LATERAL (
    SELECT key, customer_id, email, row FROM history_import_dry_run_rows
     WHERE retailer_id = $1 AND import_id = $2 AND ${column} = wanted.value OFFSET 0) r`;

/** What the batches of dry runs have written and taken back. */
@Injectable()
export class DryRunRowsRepository {
  /** The rows with these keys or addresses, and the customers that they refer to. */
  recall(tx: Tx, { retailerId, id }: ImportKey, { keys, emails }: WrittenRowKeys): Promise<WrittenRow[]> {
    return tx.query<WrittenRow>(
      `WITH met AS MATERIALIZED (
         SELECT r.* FROM ${rowsWith('key', 'unnest($3::text[])')}
         UNION ALL SELECT r.* FROM ${rowsWith('email', 'unnest($4::text[])')}
       ), whose AS MATERIALIZED (
         SELECT DISTINCT 'customer:' || customer_id AS key FROM met WHERE customer_id IS NOT NULL
       )
       SELECT DISTINCT ON (key) key, customer_id AS "customerId", email, row::text AS row
         FROM (SELECT * FROM met UNION ALL SELECT r.* FROM ${rowsWith('key', '(SELECT key FROM whose)')}) all_rows`,
      [retailerId, id, keys, emails],
    );
  }

  /** Remembers rows. A later row replaces the one with the same key. */
  async remember(tx: Tx, { retailerId, id }: ImportKey, rows: readonly WrittenRow[]): Promise<void> {
    if (rows.length === 0) return;
    await tx.execute(
      `INSERT INTO history_import_dry_run_rows (retailer_id, import_id, key, customer_id, email, row)
       SELECT $1, $2, g.key, g.customer_id, g.email, g.row::jsonb
         FROM unnest($3::text[], $4::uuid[], $5::text[], $6::text[]) AS g (key, customer_id, email, row)
       ON CONFLICT (retailer_id, import_id, key) DO UPDATE
         SET customer_id = excluded.customer_id, email = excluded.email, row = excluded.row`,
      [
        retailerId,
        id,
        rows.map(({ key }) => key),
        rows.map(({ customerId }) => customerId),
        rows.map(({ email }) => email),
        rows.map(({ row }) => row),
      ],
    );
  }
}
