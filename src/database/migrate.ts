import { setTimeout } from 'node:timers/promises';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { LOCKS } from './locks.js';
import { createDataSource } from './data-source.js';
import type { PreparedStep } from './migrations/step.js';
import { canGuardRows, createRoles, guardRows } from './row-security.js';

const TURN_MS = 200;

/**
 * Applies missing migrations and enables row-level security on new tables. Processes that start at once take turns.
 * `ownerUrl` is the same database with the login that owns the tables. Returns the names of the applied migrations.
 */
export async function migrate(databaseUrl: string, ownerUrl = databaseUrl): Promise<string[]> {
  return withRunner(createDataSource(ownerUrl, []), (holder, dataSource) =>
    inTurn(holder, async () => {
      await prepareMissing(holder, dataSource);
      // One transaction for all would keep the locks of one migration while the next one waits for its own.
      const applied = await dataSource.runMigrations({ transaction: 'each' });
      await guardRows(holder, loginOf(databaseUrl));
      return applied.map(({ name }) => name);
    }),
  );
}

/**
 * Runs `work` under the lock of migrations, which ends with the session where `work` throws. The process that has the
 * lock may build an index with CREATE INDEX CONCURRENTLY, which waits until the running statements of other sessions
 * end. A session that waited in `pg_advisory_lock` would be such a statement, and both would wait for ever. So this
 * asks again and again.
 */
export async function inTurn<T>(runner: QueryRunner, work: () => Promise<T>): Promise<T> {
  while (!(await hasTurn(runner))) await setTimeout(TURN_MS);
  const result = await work();
  await runner.query('SELECT pg_advisory_unlock($1)', [LOCKS.migrations]);
  return result;
}

async function hasTurn(runner: QueryRunner): Promise<boolean> {
  const rows = await runner.query('SELECT pg_try_advisory_lock($1) AS taken', [LOCKS.migrations]);
  return (rows as [{ taken: boolean }])[0].taken;
}

/** Does the long work of missing migrations, before the transaction that applies them. */
async function prepareMissing(runner: QueryRunner, dataSource: DataSource): Promise<void> {
  const executed = (await runner.hasTable('migrations'))
    ? ((await runner.query('SELECT name FROM migrations')) as { name: string }[])
    : [];
  const names = new Set(executed.map(({ name }) => name));
  for (const migration of dataSource.migrations as (MigrationInterface & Partial<PreparedStep>)[]) {
    if (!names.has(migration.name ?? '')) await migration.prepare?.(runner);
  }
}

/** Whether row-level security works: the login is a member of its roles. */
export const hasRowSecurity = (databaseUrl: string): Promise<boolean> =>
  withRunner(createDataSource(databaseUrl, []), canGuardRows);

/** Creates the roles of row-level security for the login of `databaseUrl`. False where the owner may not do that. */
export const prepareRoles = (ownerUrl: string, databaseUrl = ownerUrl): Promise<boolean> =>
  withRunner(createDataSource(ownerUrl, []), (runner) => createRoles(runner, loginOf(databaseUrl)));

const loginOf = (url: string): string | undefined => decodeURIComponent(new URL(url).username) || undefined;

/** The statements that would make the database equal to the entities; empty where they agree. */
export async function differences(databaseUrl: string): Promise<string[]> {
  return withRunner(createDataSource(databaseUrl), async (_, dataSource) => {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    return upQueries.map(({ query }) => query);
  });
}

export async function withRunner<T>(
  dataSource: DataSource,
  work: (runner: QueryRunner, dataSource: DataSource) => Promise<T>,
): Promise<T> {
  await dataSource.initialize();
  const runner = dataSource.createQueryRunner();
  try {
    return await work(runner, dataSource);
  } finally {
    await runner.release();
    await dataSource.destroy();
  }
}
