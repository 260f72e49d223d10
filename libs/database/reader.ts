import { begin } from './begin.js';
import { committed, sqlIn } from './committed.js';
import { type Point, type Replica, requireReplayed } from './replica.js';
import { scopeFor } from './row-security.js';
import type { ServiceDataSource } from './service-data-source.js';
import { nameOfSnapshot, slicesOf } from './snapshot.js';
import type { Snapshot, Sql } from './sql.js';

export interface DatabaseOptions {
  /** False only where the login of Postgres may not use the roles of row-level security. */
  readonly rowSecurity: boolean;
  /** Whether Citus distributes the rows by retailer. Default false. */
  readonly distributed?: boolean;
}

/** Runs the reads of `Database`, on the replica or on the primary. */
export class Reader {
  constructor(
    private readonly primary: ServiceDataSource,
    private readonly options: DatabaseOptions,
    private readonly replica: Replica | undefined,
  ) {}

  /** See `Database.readOnly`. */
  async readOnly<T>(retailerId: string, work: (sql: Sql) => Promise<T>): Promise<T> {
    const point = await this.replica?.neededBy(retailerId);
    if (this.replica && point) {
      let began = false;
      try {
        return await this.transaction(await this.replica.source(), retailerId, point, (sql) => {
          began = true;
          return work(sql);
        });
      } catch (error) {
        if (!began) this.replica.refused(error);
      }
    }
    return this.transaction(this.primary, retailerId, undefined, work);
  }

  /** See `Database.snapshot`. After the first row a failure is the reader's: the primary has another state. */
  async *snapshot<T>(retailerId: string, work: (state: Snapshot) => AsyncIterable<T>): AsyncGenerator<T> {
    const point = await this.replica?.neededBy(retailerId);
    if (this.replica && point) {
      let began = false;
      try {
        yield* this.state(await this.replica.source(), retailerId, point, (state) => {
          began = true;
          return work(state);
        });
        return;
      } catch (error) {
        if (began) throw error;
        this.replica.refused(error);
      }
    }
    yield* this.state(this.primary, retailerId, undefined, work);
  }

  private transaction<T>(
    source: ServiceDataSource,
    retailerId: string,
    point: Point | undefined,
    work: (sql: Sql) => Promise<T>,
  ): Promise<T> {
    return committed(source, async (client, runner) => {
      if (point) await requireReplayed(client, point);
      const { distributed = false } = this.options;
      await begin(client, { command: 'BEGIN READ ONLY', settings: this.scope(retailerId), distributed });
      return work(sqlIn(client, runner));
    });
  }

  private async *state<T>(
    source: ServiceDataSource,
    retailerId: string,
    point: Point | undefined,
    work: (state: Snapshot) => AsyncIterable<T>,
  ): AsyncGenerator<T> {
    const settings = ['SET TRANSACTION READ ONLY', ...this.scope(retailerId)].join('; ');
    yield* source.lent(async function* (client, runner) {
      if (point) await requireReplayed(client, point);
      await runner.startTransaction('REPEATABLE READ');
      let ended = false;
      try {
        await client.query(settings);
        yield* work({
          ...sqlIn(client, runner),
          name: await nameOfSnapshot(client),
          slices: (text, values, rowsAtOnce) => slicesOf(client, text, values, rowsAtOnce),
        });
        await client.query('COMMIT');
        ended = true;
      } finally {
        // Also where the reader stops early, which throws nothing.
        if (!ended) await client.query('ROLLBACK').catch(() => void client.end());
      }
    });
  }

  private scope(retailerId: string): string[] {
    return this.options.rowSecurity ? [scopeFor(retailerId)] : [];
  }
}
