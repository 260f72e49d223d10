import pg from 'pg';

/** What is backed up, or restored. */
export interface Source {
  /** The login that owns the tables: row-level security hides rows from others. */
  readonly databaseUrl: string;
  readonly encryptionKeys: readonly Buffer[];
  /** `file:` or `s3:`. */
  readonly storageUrl: string;
  readonly version: string;
}

const withClient = async <T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** The rows of a statement without parameters. */
export const readRows = <R extends pg.QueryResultRow>(databaseUrl: string, text: string): Promise<R[]> =>
  withClient(databaseUrl, async (client) => (await client.query<R>(text)).rows);

/** The newest migration of the database; undefined where it has none. */
export const schemaOf = (databaseUrl: string): Promise<string | undefined> =>
  withClient(databaseUrl, async (client) => {
    const { rows: tables } = await client.query<{ known: boolean }>(
      `SELECT to_regclass('migrations') IS NOT NULL AS known`,
    );
    if (!tables[0]?.known) return undefined;
    const { rows } = await client.query<{ name: string }>(
      'SELECT name FROM migrations ORDER BY timestamp DESC LIMIT 1',
    );
    return rows[0]?.name;
  });

const TABLES = `SELECT quote_ident(c.relname) AS name FROM pg_class c
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')`;

export const countTables = (databaseUrl: string): Promise<number> =>
  withClient(databaseUrl, async (client) => (await client.query(TABLES)).rows.length);

/** Those of extensions stay. */
const FUNCTIONS = `SELECT p.oid::regprocedure::text AS name FROM pg_proc p
  WHERE p.pronamespace = current_schema()::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`;

/** Drops every table and every function, all or none. */
export const dropTables = (databaseUrl: string): Promise<void> =>
  withClient(databaseUrl, async (client) => {
    const drops = [];
    for (const [kind, text] of [
      ['TABLE', TABLES],
      ['FUNCTION', FUNCTIONS],
    ] as const) {
      const { rows } = await client.query<{ name: string }>(text);
      if (rows.length > 0) drops.push(`DROP ${kind} ${rows.map(({ name }) => name).join(', ')} CASCADE`);
    }
    await client.query(drops.join('; '));
  });
