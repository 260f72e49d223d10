import { Injectable } from '@nestjs/common';
import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { QueryRunner } from 'typeorm';
import { begin } from './begin.js';
import { committed, sqlIn } from './committed.js';
import { type DatabaseOptions, Reader } from './reader.js';
import { commitFor, type Replica, writes } from './replica.js';
import { assertUuid, scopeFor } from './row-security.js';
import { inScope } from './scoped-statement.js';
import type { ServiceDataSource } from './service-data-source.js';
import { type Snapshot, type Sql, sqlOn, type Tx } from './sql.js';

const MAX_RETRIES = 3;
/** Deadlocks and serialisation failures, after which the transaction may run again. */
const TRY_AGAIN = new Set(['40P01', '40001']);

/** How Postgres runs the statements of a transaction. */
export interface TransactionOptions {
  /**
   * Plans that hold for all values of the parameters, without parallel workers. By default Postgres may plan for the
   * given values: a retailer that the statistics do not know then counts as one row, and Postgres may read all its rows
   * for each value of a list. Citus refuses plans for all values, so there the option changes nothing.
   *
   * `kept`: a connection makes them once. For work of many small statements, of which planning is a third. A statement
   * must then find its rows by an index whatever the sizes of the tables become.
   *
   * `fresh`: each transaction makes them for the present sizes of the tables. For few statements with long lists, whose
   * tables may have been empty before. The connection discards all its plans, also those of other statements.
   */
  readonly plans?: 'kept' | 'fresh';
}

const FOR_ALL_VALUES = 'SET LOCAL plan_cache_mode = force_generic_plan';
const FOR_GIVEN_VALUES = 'SET LOCAL plan_cache_mode = force_custom_plan';
const WITHOUT_WORKERS = 'SET LOCAL max_parallel_workers_per_gather = 0';
const PLANS = {
  kept: [FOR_ALL_VALUES, WITHOUT_WORKERS],
  fresh: [FOR_ALL_VALUES, WITHOUT_WORKERS, 'DISCARD PLANS'],
};
const SKIP_FLUSH = 'SET LOCAL synchronous_commit = off';

/**
 * Runs statements on the connections of TypeORM's data source, the only pool of the primary. Every statement names its
 * scope: `of` one retailer, where Postgres shows no other retailer's rows, or `acrossRetailers`.
 *
 * Ordinary reads and writes use the entity's repository (`tx.repository`, `sql.using`). Plain SQL is for the hot paths,
 * whose statements are prepared once and whose plans are checked, and for what a repository can't do in one statement.
 */
@Injectable()
export class Database {
  /**
   * For statements over rows of many retailers, and for those that find out which retailer a row belongs to. `using`
   * is for reads here, and for deleting what is too old to be shown: the replica does not learn of its writes.
   */
  readonly acrossRetailers: Sql = {
    ...sqlOn((statement) => this.acrossAlone(statement)),
    using: (entity, work) => this.dataSource.connected((_, runner) => work(runner.manager.getRepository(entity))),
  };

  private readonly reader: Reader;

  constructor(
    private readonly dataSource: ServiceDataSource,
    private readonly options: DatabaseOptions,
    private readonly replica?: Replica,
  ) {
    this.reader = new Reader(dataSource, options, replica);
  }

  /** Whether rows of different retailers may lie on different nodes. Citus locks rows of one retailer at a time. */
  get isDistributed(): boolean {
    return this.options.distributed === true;
  }

  /** For statements about one retailer. Each runs in its own transaction. */
  of(retailerId: string): Sql {
    if (!this.options.rowSecurity && !this.replica) return this.acrossRetailers;
    assertUuid(retailerId);
    return {
      ...sqlOn((statement) => this.alone(retailerId, statement)),
      using: (entity, work) => this.transaction(retailerId, (tx) => work(tx.repository(entity))),
    };
  }

  /**
   * Runs `work` in one transaction (read committed) that sees only the rows of one retailer. After a deadlock or a
   * serialisation failure it runs `work` again.
   */
  async transaction<T>(retailerId: string, work: (tx: Tx) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    return this.repeated(retailerId, work, this.plansOf(options));
  }

  /**
   * As `transaction`, for a step of longer work: the commit does not wait for the disk. A crash of Postgres, and
   * nothing else, may take back the last steps, the later ones before the earlier ones. The next commit of a
   * `transaction` brings all steps before it to the disk. So a step also writes how far the work is, and the next one
   * compares that.
   */
  async step<T>(retailerId: string, work: (tx: Tx) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    return this.repeated(retailerId, work, [SKIP_FLUSH, ...this.plansOf(options)]);
  }

  /** As `transaction`, for work on the rows of several retailers, or where the retailer is not known yet. */
  async transactionAcrossRetailers<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.repeated(undefined, work);
  }

  /**
   * Runs `work` in a read-only transaction (read committed) of one retailer. It runs on the replica where there is one
   * that has what this process wrote for the retailer and is not too far behind, else on the primary. A read that fails
   * on the replica runs again on the primary, so `work` may run twice.
   */
  readOnly<T>(retailerId: string, work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.reader.readOnly(retailerId, work);
  }

  /**
   * Yields what `work` yields, which reads one state of the rows of one retailer, on the replica or the primary as with
   * `readOnly`. The connection is taken until the generator ends: a caller that stops early must call `return`, as
   * `for await` does. A `Readable` that is destroyed before its first read does not.
   */
  snapshot<T>(retailerId: string, work: (state: Snapshot) => AsyncIterable<T>): AsyncGenerator<T> {
    return this.reader.snapshot(retailerId, work);
  }

  private plansOf({ plans }: TransactionOptions): readonly string[] {
    return plans && !this.isDistributed ? PLANS[plans] : [];
  }

  private async repeated<T>(
    retailerId: string | undefined,
    work: (tx: Tx) => Promise<T>,
    settings: readonly string[] = [],
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.once(retailerId, work, settings);
      } catch (error) {
        if (attempt >= MAX_RETRIES || !isTryAgain(error)) throw error;
      }
    }
  }

  private async once<T>(
    retailerId: string | undefined,
    work: (tx: Tx) => Promise<T>,
    settings: readonly string[],
  ): Promise<T> {
    const effects: (() => void)[] = [];
    const lasts: (() => Promise<void>)[] = [];
    const result = await this.committed(retailerId, async (client, runner) => {
      // TypeORM would need a round trip for the beginning alone.
      await this.begin(client, retailerId, settings);
      // So that `save` and locks of a repository know that they are in a transaction.
      Object.assign(runner, { isTransactionActive: true });
      const done = await work({
        ...sqlIn(client, runner),
        repository: (entity) => runner.manager.getRepository(entity),
        planForValues: async (forValues) => {
          if (!settings.includes(FOR_ALL_VALUES)) return forValues();
          await client.query(FOR_GIVEN_VALUES);
          const result = await forValues();
          await client.query(FOR_ALL_VALUES);
          return result;
        },
        beforeCommit: (last) => void lasts.push(last),
        afterCommit: (effect) => void effects.push(effect),
      });
      for (const last of lasts) await last();
      return done;
    });
    for (const effect of effects) effect();
    return result;
  }

  /** One statement in a transaction that is limited to its retailer. */
  private async alone<R extends QueryResultRow>(retailerId: string, statement: QueryConfig): Promise<QueryResult<R>> {
    // Citus sends its nodes the setting of a statement SET LOCAL, not the one of a function.
    if (this.isDistributed) return this.begun(retailerId, statement);
    const result = await this.dataSource.statement<R>((client) =>
      this.options.rowSecurity ? inScope(client, retailerId, statement) : client.query<R>(statement),
    );
    if (this.replica && writes(statement.text)) this.replica.wrote(retailerId);
    return result;
  }

  private begin(client: PoolClient, retailerId: string | undefined, settings: readonly string[] = []): Promise<void> {
    const scope = retailerId !== undefined && this.options.rowSecurity ? [scopeFor(retailerId)] : [];
    return begin(client, { command: 'BEGIN', settings: [...scope, ...settings], distributed: this.isDistributed });
  }

  private begun<R extends QueryResultRow>(retailerId: string, statement: QueryConfig): Promise<QueryResult<R>> {
    return this.committed(retailerId, async (client) => {
      await this.begin(client, retailerId);
      return client.query<R>(statement);
    });
  }

  /** One statement over rows of many retailers, outside of a transaction. */
  private async acrossAlone<R extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<R>> {
    const result = await this.dataSource.statement<R>((client) => client.query<R>(statement));
    if (this.replica && writes(statement.text)) this.replica.wroteAny();
    return result;
  }

  private committed<T>(
    retailerId: string | undefined,
    work: (client: PoolClient, runner: QueryRunner) => Promise<T>,
  ): Promise<T> {
    const { replica } = this;
    if (!replica) return committed(this.dataSource, work);
    return committed(this.dataSource, work, (client) => commitFor(retailerId, client, replica));
  }
}

const isTryAgain = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && TRY_AGAIN.has(String(error.code));
