import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { EntityTarget, ObjectLiteral, QueryRunner, Repository } from 'typeorm';
import { beginFor, scopeFor } from './row-security.js';
import { ServiceDataSource } from './service-data-source.js';

/** What a statement may be given: scalars, bytes and arrays of scalars. */
export type SqlValue =
  string | number | bigint | boolean | Date | Buffer | null | readonly (string | number | boolean | Date | null)[];

/** Runs statements with bind parameters; either each on its own or inside one transaction. */
export interface Sql {
  /** Rows of the statement. Texts must be constants: they are prepared once for each connection and kept. */
  query<R extends QueryResultRow>(text: string, values?: readonly SqlValue[]): Promise<R[]>;
  /** How many rows the statement wrote. */
  execute(text: string, values?: readonly SqlValue[]): Promise<number>;
  /** For texts made at run time (compiled criteria): not prepared, so they don't pile up in the connection. */
  queryOnce<R extends QueryResultRow>(text: string, values?: readonly SqlValue[]): Promise<R[]>;
  /** Runs `work` on TypeORM's repository of the entity: in the transaction, or in one of its own where there is none. */
  using<E extends ObjectLiteral, T>(entity: EntityTarget<E>, work: (rows: Repository<E>) => Promise<T>): Promise<T>;
}

/** A statement inside a transaction. Repositories take it so that the caller decides what is one unit. */
export interface Tx extends Sql {
  /** TypeORM's repository of the entity, on the connection of this transaction. */
  repository<E extends ObjectLiteral>(entity: EntityTarget<E>): Repository<E>;
  /** Called once the transaction is committed, never when it is rolled back: the place to enqueue jobs. Must not throw. */
  afterCommit(effect: () => void): void;
}

const MAX_RETRIES = 3;
/** Deadlock and serialisation failures: Postgres asks to run the transaction again. */
const TRY_AGAIN = new Set(['40P01', '40001']);

export interface DatabaseOptions {
  /** False only where the login of Postgres may not use the roles of row-level security. */
  readonly rowSecurity: boolean;
}

/** Plain statements on a connection; `using` is added by whoever knows the transaction. */
type PlainSql = Omit<Sql, 'using'>;

/**
 * Statements on the connections of TypeORM's data source, the one pool of the process. Every statement says whose rows it
 * is about: `of` one retailer, where Postgres shows no other retailer's rows, or `acrossRetailers`.
 *
 * Ordinary reads and writes use the entity's repository (`tx.repository`, `sql.using`). Plain SQL is for the hot paths,
 * whose statements are prepared once and whose plans are looked at, and for what a repository cannot say in one statement.
 */
@Injectable()
export class Database {
  /** Statements that by their nature look at rows of many retailers, or find out which retailer a row belongs to. */
  readonly acrossRetailers: Sql = {
    ...sqlOn((statement) => this.dataSource.statement(statement)),
    using: (entity, work) => this.dataSource.connected((_, runner) => work(runner.manager.getRepository(entity))),
  };

  constructor(
    private readonly dataSource: ServiceDataSource,
    private readonly options: DatabaseOptions,
  ) {}

  /** Statements about one retailer. Each is a transaction of its own. */
  of(retailerId: string): Sql {
    if (!this.options.rowSecurity) return this.acrossRetailers;
    const begin = beginFor(retailerId);
    return {
      ...sqlOn((statement) => this.alone(begin, statement)),
      using: (entity, work) => this.transaction(retailerId, (tx) => work(tx.repository(entity))),
    };
  }

  /**
   * Runs `work` in one transaction (read committed) that sees the rows of one retailer, and again where Postgres broke
   * it off because of a deadlock.
   */
  async transaction<T>(retailerId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.repeated(this.options.rowSecurity ? scopeFor(retailerId) : undefined, work);
  }

  /** As `transaction`, for work on the rows of several retailers, or where the retailer is not known yet. */
  async transactionAcrossRetailers<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.repeated(undefined, work);
  }

  private async repeated<T>(scope: string | undefined, work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.once(scope, work);
      } catch (error) {
        if (attempt >= MAX_RETRIES || !isTryAgain(error)) throw error;
      }
    }
  }

  private async once<T>(scope: string | undefined, work: (tx: Tx) => Promise<T>): Promise<T> {
    const effects: (() => void)[] = [];
    const result = await this.committed(async (client, runner) => {
      // TypeORM begins the transaction, so that `save` and locks of a repository know that they are in one.
      await runner.startTransaction();
      if (scope !== undefined) await client.query(scope);
      return work({
        ...sqlOn((statement) => client.query(statement)),
        repository: (entity) => runner.manager.getRepository(entity),
        using: (entity, then) => then(runner.manager.getRepository(entity)),
        afterCommit: (effect) => void effects.push(effect),
      });
    });
    for (const effect of effects) effect();
    return result;
  }

  /** One statement in a transaction that names its retailer. */
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
