import type { PoolClient } from 'pg';
import { DataSource, QueryFailedError, type QueryRunner } from 'typeorm';

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
      // TypeORM's error would carry the statement's values into the log.
      throw error instanceof QueryFailedError ? error.driverError : error;
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
