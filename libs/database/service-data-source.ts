import type { PoolClient } from 'pg';
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
    this.working += 1;
    try {
      const client: PoolClient = await runner.connect();
      return await work(client, runner);
    } catch (error) {
      throw causeOf(error);
    } finally {
      await runner.release();
      this.working -= 1;
      if (this.working === 0) this.onIdle?.();
    }
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
