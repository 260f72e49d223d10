import pg, { type Pool, type PoolClient, type QueryResult, type QueryResultRow } from 'pg';
import { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { DataSource, QueryFailedError, type QueryRunner, QueryRunnerAlreadyReleasedError } from 'typeorm';

/** TypeORM's data source, whose pool serves plain SQL too. */
export class ServiceDataSource extends DataSource {
  private working = 0;
  private onIdle: (() => void) | undefined;

  /**
   * Runs `work` on a connection of the pool, with the query runner that has it. The query runner listens for errors of
   * the connection and drops a broken one.
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
   * Runs one statement on any connection of the pool, without a query runner. A query runner for each statement of
   * the intake would cost the api 50 MiB. The pool replaces a broken connection.
   */
  statement<R extends QueryResultRow>(run: (client: PoolClient) => Promise<QueryResult<R>>): Promise<QueryResult<R>> {
    return this.counted(async () => {
      const client = await this.pool.connect();
      client.on('error', heard);
      let isBroken = false;
      try {
        return await run(client);
      } catch (error) {
        isBroken = !leavesConnection(error);
        throw error;
      } finally {
        client.off('error', heard);
        client.release(isBroken);
      }
    });
  }

  /** As `connected`, for work that yields. The connection is taken until the generator ends or returns early. */
  async *lent<T>(work: (client: PoolClient, runner: QueryRunner) => AsyncIterable<T>): AsyncGenerator<T> {
    const runner = this.createQueryRunner();
    this.working += 1;
    try {
      const client: PoolClient = await runner.connect();
      yield* work(client, runner);
    } catch (error) {
      throw causeOf(error);
    } finally {
      await runner.release();
      this.ended();
    }
  }

  private async counted<T>(work: () => Promise<T>): Promise<T> {
    this.working += 1;
    try {
      return await work();
    } finally {
      this.ended();
    }
  }

  private ended(): void {
    this.working -= 1;
    if (this.working === 0) this.onIdle?.();
  }

  /** The pool, which TypeORM's driver for Postgres exposes as `master`. */
  private get pool(): Pool {
    if (!(this.driver instanceof PostgresDriver)) throw new Error('the data source is not a Postgres data source');
    return this.driver.master as Pool;
  }

  /**
   * Waits until no connection is in use: TypeORM would give the connection of a running transaction to another caller.
   */
  override async destroy(): Promise<void> {
    while (this.working > 0) await new Promise<void>((resolve) => void (this.onIdle = resolve));
    await super.destroy();
  }
}

/** Whether Postgres refused the statement and not the connection, as it does where it shuts down. */
const leavesConnection = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !/^(?:08|57P)/.test(error.code ?? '');

/** A broken connection fails the statement that runs on it. Without a listener its error would also end the process. */
const heard = (): void => undefined;

/** The error of Postgres or its connection, without TypeORM's wrapper. */
function causeOf(error: unknown): unknown {
  // TypeORM's error would carry the statement's values into the log.
  if (error instanceof QueryFailedError) return error.driverError;
  // The connection broke, TypeORM released its query runner, and another statement came after that.
  if (error instanceof QueryRunnerAlreadyReleasedError) return new Error('Connection terminated unexpectedly');
  return error;
}
