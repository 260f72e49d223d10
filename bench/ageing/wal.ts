import type { Client } from 'pg';

/** The bytes of the write-ahead log so far. */
export async function walPosition(client: Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(`SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS bytes`);
  return Number(rows[0]?.bytes);
}

/** The size of a table and its partitions, with their indexes. */
export async function sizeOf(client: Client, table: string): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `SELECT sum(pg_total_relation_size(oid)) AS bytes FROM pg_class WHERE relname LIKE $1 || '%' AND relkind = 'r'`,
    [table],
  );
  return Number(rows[0]?.bytes);
}
