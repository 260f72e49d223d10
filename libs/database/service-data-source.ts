import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { DataSource, QueryFailedError, type QueryRunner, QueryRunnerAlreadyReleasedError } from 'typeorm';

/** TypeORM's data source, whose pool serves plain SQL too. */
export class ServiceDataSource extends DataSource {
  private working = 0;
  private onIdle: (() => void) | undefined;

  /**
   * Runs `work` on a connection of the pool and the query runner that holds it. The query runner gives up a connection
   * that breaks meanwhile, so the process hears of it.
   */
  async connected<T>(work: (client: PoolClient, runner: QueryRunner) => Promise<T>): Promise<T> {
    const runner = this.createQueryRunner();
    return this.counted(async () => {
      try {
        const client: PoolClient = await runner.connect();
        return await work(client, runner);
      } catch (error) {
        throw causeOf(error);
      } finally {
        await runner.release();
      }
    });
  }

  /**
   * Runs one statement outside of a transaction, on any connection of the pool, which replaces the connection where the
   * statement is refused. A query runner for each statement of the intake would cost the api 50 MiB.
   */
  statement<R extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<R>> {
    return this.counted(() => this.pool.query<R>(statement));
  }

  private async counted<T>(work: () => Promise<T>): Promise<T> {
    this.working += 1;
    try {
      return await work();
    } finally {
      this.working -= 1;
      if (this.working === 0) this.onIdle?.();
    }
  }

  /** The pool that TypeORM's driver for Postgres shows as `master`. */
  private get pool(): Pool {
    if (!(this.driver instanceof PostgresDriver)) throw new Error('the data source is not a Postgres data source');
    return this.driver.master as Pool;
  }

  /** Waits for those who hold a connection: TypeORM would hand a transaction in progress to whoever waits for one. */
  override async destroy(): Promise<void> {
    while (this.working > 0) await new Promise<void>((resolve) => void (this.onIdle = resolve));
    await super.destroy();
  }
}

/** What Postgres or its connection said, without what TypeORM makes of it. */
function causeOf(error: unknown): unknown {
  // TypeORM's error would carry the statement's values into the log.
  if (error instanceof QueryFailedError) return error.driverError;
  // The query runner was given up because its connection broke, and a statement came after that.
  if (error instanceof QueryRunnerAlreadyReleasedError) return new Error('Connection terminated unexpectedly');
  return error;
}
