import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { groupBy } from '#libs/kernel';
import { type MergedCustomer, PersonalDataService } from './personal-data.service.js';

/** Tables whose rows commerce moves itself, or that are a queue. */
const OF_COMMERCE = new Set(['orders', 'customer_changes']);

interface Key {
  readonly table: string;
  /** The other columns of a unique index with the customer; null for a table without such an index. */
  readonly columns: readonly string[] | null;
  /** The predicate of a partial index. */
  readonly predicate: string | null;
}

/**
 * Gives the rows of a merged customer to the remaining customer, in all tables with a `customer_id`, by the catalogue
 * of Postgres. So a new table is covered without being listed anywhere.
 */
@Injectable()
export class CustomerRowsService {
  private keys: readonly Key[] | undefined;

  constructor(private readonly personalData: PersonalDataService) {}

  /** Idempotent. A row stays with the merged customer where the remaining customer has its counterpart. */
  async move(tx: Tx, merged: MergedCustomer): Promise<void> {
    for (const source of this.personalData.forMerge()) await source.mergeCustomer?.(tx, merged);
    const stays = Object.assign({}, ...this.personalData.forMerge().map((source) => source.stayAtMerge)) as Readonly<
      Record<string, string>
    >;
    this.keys ??= await this.read(tx);
    for (const [table, unique] of groupBy(this.keys, (key) => key.table)) {
      const conflicts = unique.flatMap(conflictOf);
      const stay = stays[table];
      await tx.execute(
        `UPDATE "${table}" mine SET customer_id = $3
          WHERE mine.retailer_id = $1 AND mine.customer_id = $2
            ${[...conflicts, ...(stay ? [stay] : [])].map((condition) => `AND NOT (${condition})`).join('\n')}`,
        [merged.retailerId, merged.from, merged.to],
      );
    }
  }

  private async read(tx: Tx): Promise<readonly Key[]> {
    const found = await tx.query<Key>(
      `SELECT t.relname AS "table", pg_get_expr(i.indpred, t.oid) AS predicate,
              (SELECT array_agg(a.attname::text) FROM pg_attribute a
                WHERE a.attrelid = t.oid AND a.attnum = ANY (i.indkey) AND a.attname NOT IN ('customer_id', 'retailer_id')) AS columns
         FROM pg_class t
         JOIN pg_attribute c ON c.attrelid = t.oid AND c.attname = 'customer_id' AND NOT c.attisdropped
         LEFT JOIN pg_index i ON i.indrelid = t.oid AND i.indisunique AND c.attnum = ANY (i.indkey)
        WHERE t.relnamespace = current_schema()::regnamespace AND t.relkind IN ('r', 'p') AND NOT t.relispartition
        ORDER BY t.relname`,
    );
    return found.filter(({ table }) => !OF_COMMERCE.has(table));
  }
}

/** Whether the remaining customer has a row with the same key. */
const conflictOf = ({ table, columns, predicate }: Key): string[] =>
  columns === null
    ? []
    : [
        `EXISTS (SELECT FROM "${table}" other WHERE other.retailer_id = $1 AND other.customer_id = $3
                    AND ${columns.map((column) => `other."${column}" = mine."${column}"`).join(' AND ')}
                    ${predicate === null ? '' : `AND other.ctid IN (SELECT ctid FROM "${table}" WHERE retailer_id = $1 AND customer_id = $3 AND ${predicate})`})`,
      ];
