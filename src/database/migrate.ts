import { LOCKS } from '#libs/database';
import { createDataSource } from './data-source.js';

/** Applies the migrations that are missing; processes that start at once take turns. Returns the names applied. */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const dataSource = createDataSource(databaseUrl);
  await dataSource.initialize();
  const holder = dataSource.createQueryRunner();
  try {
    await holder.query('SELECT pg_advisory_lock($1)', [LOCKS.migrations]);
    const applied = await dataSource.runMigrations({ transaction: 'all' });
    await holder.query('SELECT pg_advisory_unlock($1)', [LOCKS.migrations]);
    return applied.map(({ name }) => name);
  } finally {
    await holder.release();
    await dataSource.destroy();
  }
}

/** The statements that would bring the migrated database to what the entities say; empty where they agree. */
export async function differences(databaseUrl: string): Promise<string[]> {
  const dataSource = createDataSource(databaseUrl);
  await dataSource.initialize();
  try {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    return upQueries.map(({ query }) => query);
  } finally {
    await dataSource.destroy();
  }
}
