import type { PoolClient } from 'pg';
import type { QueryRunner } from 'typeorm';
import type { ServiceDataSource } from './service-data-source.js';
import { type Sql, sqlOn } from './sql.js';

/** Commits what `work` began on a connection, and rolls it back where `work` or the commit throws. */
export function committed<T>(
  source: ServiceDataSource,
  work: (client: PoolClient, runner: QueryRunner) => Promise<T>,
  commit: (client: PoolClient) => Promise<unknown> = (client) => client.query('COMMIT'),
): Promise<T> {
  return source.connected(async (client, runner) => {
    try {
      const result = await work(client, runner);
      await commit(client);
      return result;
    } catch (error) {
      // A connection that cannot roll back is closed: the pool then drops it.
      await client.query('ROLLBACK').catch(() => void client.end());
      throw error;
    }
  });
}

/** Statements on a connection that is in a transaction. */
export const sqlIn = (client: PoolClient, runner: QueryRunner): Sql => ({
  ...sqlOn((statement) => client.query(statement)),
  using: (entity, work) => work(runner.manager.getRepository(entity)),
});
