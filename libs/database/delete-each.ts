import type { SqlValue, Tx } from './sql.js';

/**
 * Deletes from several tables in one statement: `conditions` has the condition on the rows of each table. Returns the
 * numbers of deleted rows by table. The conditions must be constants, as every text of a statement.
 */
export async function deleteEach(
  tx: Tx,
  conditions: Readonly<Record<string, string>>,
  values: readonly SqlValue[],
): Promise<Record<string, number>> {
  const tables = Object.entries(conditions);
  const deleted = tables.map(
    ([table, condition]) => `of_${table} AS (DELETE FROM ${table} WHERE ${condition} RETURNING 1)`,
  );
  const counts = tables.map(([table]) => `(SELECT count(*) FROM of_${table})::int AS ${table}`);
  const [numbers] = await tx.query<Record<string, number>>(
    `WITH ${deleted.join(', ')} SELECT ${counts.join(', ')}`,
    values,
  );
  return numbers ?? {};
}
