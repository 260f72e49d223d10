import type { DataSource, QueryRunner } from 'typeorm';
import { LOCKS } from './locks.js';
import { createDataSource } from './data-source.js';
import { canGuardRows, guardRows } from './row-security.js';

/**
 * Applies the migrations that are missing and guards the rows of new tables; processes that start at once take turns.
 * `ownerUrl` is the same database as the owner of its tables. Returns the names applied.
 */
export async function migrate(databaseUrl: string, ownerUrl = databaseUrl): Promise<string[]> {
  return withRunner(ownerUrl, async (holder, dataSource) => {
    await holder.query('SELECT pg_advisory_lock($1)', [LOCKS.migrations]);
    const applied = await dataSource.runMigrations({ transaction: 'all' });
    await guardRows(holder, decodeURIComponent(new URL(databaseUrl).username) || undefined);
    await holder.query('SELECT pg_advisory_unlock($1)', [LOCKS.migrations]);
    return applied.map(({ name }) => name);
  });
}

/** Whether Postgres can keep retailers apart: the login may work as the roles of row-level security. */
export const hasRowSecurity = (databaseUrl: string): Promise<boolean> => withRunner(databaseUrl, canGuardRows);

/** The statements that would bring the migrated database to what the entities say; empty where they agree. */
export async function differences(databaseUrl: string): Promise<string[]> {
  return withRunner(databaseUrl, async (_, dataSource) => {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    return upQueries.map(({ query }) => query);
  });
}

async function withRunner<T>(
  url: string,
  work: (runner: QueryRunner, dataSource: DataSource) => Promise<T>,
): Promise<T> {
  const dataSource = await createDataSource(url).initialize();
  const runner = dataSource.createQueryRunner();
  try {
    return await work(runner, dataSource);
  } finally {
    await runner.release();
    await dataSource.destroy();
  }
}
