import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { TEMPLATE, withDatabase } from './servers.js';
import { waitFor } from './wait-for.js';

/** Runs statements: the database of a test, or a service with one. */
export interface RunsSql {
  sql<R extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<R[]>;
}

/** Creates a database on the servers of the run, by default a copy of the migrated template. Returns its URL. */
export async function createDatabase(template = TEMPLATE): Promise<string> {
  const name = `rekindle_${randomBytes(6).toString('hex')}`;
  await onEachNode(
    // Postgres can't copy one template twice at the same time.
    'SELECT pg_advisory_lock(77)',
    `CREATE DATABASE ${name} TEMPLATE ${template}`,
    // Citus refuses the triggers of tests without this. Other servers ignore the setting.
    `ALTER DATABASE ${name} SET citus.enable_unsafe_triggers = on`,
  );
  created.add(name);
  return withDatabase(inject('templateUrl'), name);
}

const created = new Set<string>();

/** Drops the databases that this file created. */
export async function dropCreated(): Promise<void> {
  for (const name of created) await Promise.all(inject('nodes').map((node) => dropDatabase(node, name)));
  created.clear();
}

/** Also where an interrupted test left a transaction prepared. */
export async function dropDatabase(node: string, name: string): Promise<void> {
  const server = await connect(withDatabase(node, 'postgres'));
  const { rows } = await server.query<{ gid: string }>('SELECT gid FROM pg_prepared_xacts WHERE database = $1', [name]);
  if (rows.length > 0) {
    const database = await connect(withDatabase(node, name));
    for (const { gid } of rows) await database.query(`ROLLBACK PREPARED '${gid}'`);
    await database.end();
  }
  await server.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
  await server.end();
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  return client;
}

async function onEachNode(...statements: readonly string[]): Promise<void> {
  const onNode = async (node: string): Promise<void> => {
    const client = await connect(withDatabase(node, 'postgres'));
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  await Promise.all(inject('nodes').map(onNode));
}

/** The database of a service from outside, also while the service or its Postgres is down. */
export class TestDatabase implements RunsSql {
  private readonly pool: pg.Pool;

  constructor(url: string) {
    this.pool = new pg.Pool({ connectionString: url, max: 4 });
    // A test may kill Postgres while a connection is idle here.
    this.pool.on('error', () => undefined);
  }

  async sql<R extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    return (await this.pool.query<R>(text, [...values])).rows;
  }

  /**
   * Resolves when no delivery, changed customer or segment definition is pending. The counts are in the order of the
   * work. A cluster reads the tables one after the other, so a row that moves on meanwhile is counted in a later table.
   */
  async settled(timeoutMs = 30_000): Promise<void> {
    await waitFor(async () => {
      const [row] = await this.sql<{ open: string }>(
        `SELECT (SELECT count(*) FROM deliveries WHERE status = 'pending')
              + (SELECT count(*) FROM platform_b_order_reads WHERE due_at IS NOT NULL)
              + (SELECT count(*) FROM platform_b_subscribers WHERE due_at IS NOT NULL)
              + (SELECT count(*) FROM customer_changes)
              + (SELECT count(*) FROM segments WHERE status = 'evaluating') AS open`,
      );
      return row?.open === '0';
    }, timeoutMs);
  }

  /**
   * Makes statements of `work` run at the same moment. A transaction holds the locks of `statement` until two
   * statements of `work` wait for a lock and `then` is done.
   */
  async heldUp<T>(statement: string, work: () => Promise<T>, then?: () => Promise<void>): Promise<T> {
    const holder = await this.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query(statement);
      const working = work();
      await this.waiting(2);
      await then?.();
      await holder.query('ROLLBACK');
      return await working;
    } finally {
      holder.release(true);
    }
  }

  /** Resolves when so many statements wait for a lock, on any node. */
  waiting(count: number): Promise<void> {
    const here = `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const elsewhere =
      inject('nodes').length > 1 ? `(SELECT sum(result::int) FROM run_command_on_workers($$${here}$$))` : '0';
    return waitFor(async () => {
      const [row] = await this.sql<{ waiting: number }>(`SELECT ((${here}) + ${elsewhere})::int AS waiting`);
      return (row?.waiting ?? 0) >= count;
    });
  }

  end(): Promise<void> {
    return this.pool.end();
  }
}
