import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { EntityTarget, ObjectLiteral, QueryRunner, Repository } from 'typeorm';
import { beginFor, scopeFor } from './row-security.js';
import { ServiceDataSource } from './service-data-source.js';
import { nameOfSnapshot, slicesOf } from './snapshot.js';

/** A bind parameter: a scalar, bytes or an array of scalars. */
export type SqlValue =
  string | number | bigint | boolean | Date | Buffer | null | readonly (string | number | boolean | Date | null)[];

/** Runs statements with bind parameters, each on its own or all inside one transaction. */
export interface Sql {
  /** Rows of the statement. The text must be a constant: each connection prepares it once and keeps it. */
  query<R extends QueryResultRow>(text: string, values?: readonly SqlValue[]): Promise<R[]>;
  /** How many rows the statement wrote. */
  execute(text: string, values?: readonly SqlValue[]): Promise<number>;
  /** For texts made at run time, such as compiled criteria. They are not prepared, so no connection collects them. */
  queryOnce<R extends QueryResultRow>(text: string, values?: readonly SqlValue[]): Promise<R[]>;
  /**
   * Runs `work` with TypeORM's repository of the entity. A `Tx` runs it in its transaction, `Database.of` in a new one.
   * `acrossRetailers` begins no transaction.
   */
  using<E extends ObjectLiteral, T>(entity: EntityTarget<E>, work: (rows: Repository<E>) => Promise<T>): Promise<T>;
}

/** A transaction. Repositories take it as a parameter, so the caller decides what one transaction contains. */
export interface Tx extends Sql {
  /** TypeORM's repository of the entity, on the connection of this transaction. */
  repository<E extends ObjectLiteral>(entity: EntityTarget<E>): Repository<E>;
  /** Runs `work` as the last of the transaction, after what the caller does in it. For rows that many wait for. */
  beforeCommit(work: () => Promise<void>): void;
  /** Calls `effect` after the commit, never after a rollback: the place to enqueue jobs. It must not throw. */
  afterCommit(effect: () => void): void;
}

/** Reads one state of the database (repeatable read, read-only), whatever other transactions commit meanwhile. */
export interface Snapshot extends Sql {
  /** Names the state: two snapshots with equal names show the same rows. */
  readonly name: string;
  /** The rows of a SELECT, `rowsAtOnce` at a time, through a cursor: the memory does not grow with their number. */
  slices<R extends QueryResultRow>(
    text: string,
    values: readonly SqlValue[],
    rowsAtOnce: number,
  ): AsyncGenerator<readonly R[]>;
}

const MAX_RETRIES = 3;
/** Deadlocks and serialisation failures, after which the transaction may run again. */
const TRY_AGAIN = new Set(['40P01', '40001']);

export interface DatabaseOptions {
  /** False only where the login of Postgres may not use the roles of row-level security. */
  readonly rowSecurity: boolean;
  /** Whether Citus distributes the rows by retailer. Default false. */
  readonly distributed?: boolean;
}

/** Statements on a connection. `Database` adds `using`, which needs to know the transaction. */
type PlainSql = Omit<Sql, 'using'>;

/**
 * Runs statements on the connections of TypeORM's data source, the only pool of the process. Every statement names its
 * scope: `of` one retailer, where Postgres shows no other retailer's rows, or `acrossRetailers`.
 *
 * Ordinary reads and writes use the entity's repository (`tx.repository`, `sql.using`). Plain SQL is for the hot paths,
 * whose statements are prepared once and whose plans are checked, and for what a repository can't do in one statement.
 */
@Injectable()
export class Database {
  /** For statements over rows of many retailers, and for those that find out which retailer a row belongs to. */
  readonly acrossRetailers: Sql = {
    ...sqlOn((statement) => this.dataSource.statement(statement)),
    using: (entity, work) => this.dataSource.connected((_, runner) => work(runner.manager.getRepository(entity))),
  };

  constructor(
    private readonly dataSource: ServiceDataSource,
    private readonly options: DatabaseOptions,
  ) {}

  /** Whether rows of different retailers may lie on different nodes. Citus locks rows of one retailer at a time. */
  get isDistributed(): boolean {
    return this.options.distributed === true;
  }

  /** For statements about one retailer. Each runs in its own transaction. */
  of(retailerId: string): Sql {
    if (!this.options.rowSecurity) return this.acrossRetailers;
    const begin = beginFor(retailerId);
    return {
      ...sqlOn((statement) => this.alone(begin, statement)),
      using: (entity, work) => this.transaction(retailerId, (tx) => work(tx.repository(entity))),
    };
  }

  /**
   * Runs `work` in one transaction (read committed) that sees only the rows of one retailer. After a deadlock or a
   * serialisation failure it runs `work` again.
   */
  async transaction<T>(retailerId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.repeated(this.options.rowSecurity ? beginFor(retailerId) : 'BEGIN', work);
  }

  /** As `transaction`, for work on the rows of several retailers, or where the retailer is not known yet. */
  async transactionAcrossRetailers<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.repeated('BEGIN', work);
  }

  /**
   * Yields what `work` yields, which reads one state of the rows of one retailer. The connection is taken until the
   * generator ends: a caller that stops early must call `return`, as `for await` and a destroyed `Readable` do.
   */
  async *snapshot<T>(retailerId: string, work: (state: Snapshot) => AsyncIterable<T>): AsyncGenerator<T> {
    const scope = this.options.rowSecurity ? `; ${scopeFor(retailerId)}` : '';
    yield* this.dataSource.lent(async function* (client, runner) {
      await runner.startTransaction('REPEATABLE READ');
      let ended = false;
      try {
        await client.query(`SET TRANSACTION READ ONLY${scope}`);
        yield* work({
          ...sqlOn((statement) => client.query(statement)),
          using: (entity, then) => then(runner.manager.getRepository(entity)),
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

  private async repeated<T>(begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.once(begin, work);
      } catch (error) {
        if (attempt >= MAX_RETRIES || !isTryAgain(error)) throw error;
      }
    }
  }

  private async once<T>(begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    const effects: (() => void)[] = [];
    const lasts: (() => Promise<void>)[] = [];
    const result = await this.committed(async (client, runner) => {
      // One round trip, where TypeORM would need one for the beginning alone.
      await client.query(begin);
      // So that `save` and locks of a repository know that they are in a transaction.
      Object.assign(runner, { isTransactionActive: true });
      const done = await work({
        ...sqlOn((statement) => client.query(statement)),
        repository: (entity) => runner.manager.getRepository(entity),
        using: (entity, then) => then(runner.manager.getRepository(entity)),
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
  private alone<R extends QueryResultRow>(begin: string, statement: QueryConfig): Promise<QueryResult<R>> {
    return this.committed(async (client) => {
      await client.query(begin);
      return client.query<R>(statement);
    });
  }

  private committed<T>(work: (client: PoolClient, runner: QueryRunner) => Promise<T>): Promise<T> {
    return this.dataSource.connected(async (client, runner) => {
      try {
        const result = await work(client, runner);
        await client.query('COMMIT');
        return result;
      } catch (error) {
        // A connection that cannot roll back is closed: the pool then drops it.
        await client.query('ROLLBACK').catch(() => void client.end());
        throw error;
      }
    });
  }
}

type Run = <R extends QueryResultRow>(statement: QueryConfig) => Promise<QueryResult<R>>;

const sqlOn = (run: Run): PlainSql => ({
  query: async <R extends QueryResultRow>(text: string, values: readonly SqlValue[] = []) =>
    (await run<R>(named(text, values))).rows,
  execute: async (text, values = []) => (await run(named(text, values))).rowCount ?? 0,
  queryOnce: async <R extends QueryResultRow>(text: string, values: readonly SqlValue[] = []) =>
    (await run<R>({ text, values: [...values] })).rows,
});

const named = (text: string, values: readonly SqlValue[]): QueryConfig => ({
  name: nameOf(text),
  text,
  values: [...values],
});

const names = new Map<string, string>();

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('base64url');
    names.set(text, name);
  }
  return name;
}

const isTryAgain = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && TRY_AGAIN.has(String(error.code));
