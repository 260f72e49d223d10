import { Database, type SealedColumn } from '#libs/database';

/** A sealed text with the values of its row's key, in the order of `SealedColumn.key`. */
export interface SealedText {
  readonly key: readonly string[];
  readonly text: string;
}

/** The SQL of `keys:reseal`. The names of columns are constants of the repositories that own the tables. */
export class SealedRepository {
  constructor(private readonly database: Database) {}

  /** Texts without the prefix, in the order of their keys, after the key `after`. */
  async others(
    { table, column, key }: SealedColumn,
    prefix: string,
    after: readonly string[] | undefined,
    limit: number,
  ): Promise<SealedText[]> {
    const place = after
      ? `AND (${listOf(key)}) > (${key.map((name, i) => `$${i + 3}${typeOf(name)}`).join(', ')})`
      : '';
    return this.database.acrossRetailers.queryOnce<{ key: string[]; text: string }>(
      `SELECT ARRAY[${key.map((name) => `${name}::text`).join(', ')}] AS key, ${column} AS text FROM ${table}
        WHERE ${column} IS NOT NULL AND NOT starts_with(${column}, $1) ${place} ORDER BY ${listOf(key)} LIMIT $2`,
      [prefix, limit, ...(after ?? [])],
    );
  }

  /** False, without a change, where the text was written or removed since it was read. */
  async replace({ table, column, key }: SealedColumn, before: SealedText, after: string): Promise<boolean> {
    const written = await this.database.acrossRetailers.execute(
      `UPDATE ${table} SET ${column} = $1
        WHERE ${column} = $2 AND ${key.map((name, i) => `${name} = $${i + 3}${typeOf(name)}`).join(' AND ')}`,
      [after, before.text, ...before.key],
    );
    return written > 0;
  }
}

const listOf = (key: readonly string[]): string => key.join(', ');
const typeOf = (name: string): string => (name === 'retailer_id' ? '::uuid' : '::text');
