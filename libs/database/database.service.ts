import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';
import { beginFor } from './row-security.js';

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
}

/** A statement inside a transaction. Repositories take it so that the caller decides what is one unit. */
export interface Tx extends Sql {
  /** Called once the transaction is committed, never when it is rolled back: the place for doorbells. Must not throw. */
  afterCommit(effect: () => void): void;
}

const MAX_RETRIES = 3;
/** Deadlock and serialisation failures: Postgres asks to run the transaction again. */
const TRY_AGAIN = new Set(['40P01', '40001']);

export interface DatabaseOptions {
  /** False only where the login of Postgres may not use the roles of row-level security. */
  readonly rowSecurity: boolean;
}

/**
 * Plain SQL on the connections that TypeORM's data source holds: one pool for both. Every statement says whose rows it is
 * about: `of` one retailer, where Postgres shows no other retailer's rows, or `acrossRetailers`.
 */
@Injectable()
export class Database {
  /** Statements that by their nature look at rows of many retailers, or find out which retailer a row belongs to. */
  readonly acrossRetailers: Sql = sqlOn((statement) => this.pool.query(statement));

  constructor(
    private readonly dataSource: DataSource,
    private readonly options: DatabaseOptions,
  ) {}

  /** Statements about one retailer. Each is a transaction of its own. */
  of(retailerId: string): Sql {
    if (!this.options.rowSecurity) return this.acrossRetailers;
    const begin = beginFor(retailerId);
    return sqlOn((statement) => this.alone(begin, statement));
  }

  /**
   * Runs `work` in one transaction (read committed) that sees the rows of one retailer, and again where Postgres broke
   * it off because of a deadlock.
   */
  async transaction<T>(retailerId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.repeated(this.options.rowSecurity ? beginFor(retailerId) : 'BEGIN', work);
  }

  /** As `transaction`, for work on the rows of several retailers, or where the retailer is not known yet. */
  async transactionAcrossRetailers<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.repeated('BEGIN', work);
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

  private once<T>(begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.onConnection(async (client) => {
      const effects: (() => void)[] = [];
      await client.query(begin);
      const sql = sqlOn((statement) => client.query(statement));
      const result = await work({ ...sql, afterCommit: (effect) => void effects.push(effect) });
      await client.query('COMMIT');
      for (const effect of effects) effect();
      return result;
    });
  }

  /** One statement in a transaction that names its retailer. */
  private alone<R extends QueryResultRow>(begin: string, statement: QueryConfig): Promise<QueryResult<R>> {
    return this.onConnection(async (client) => {
      await client.query(begin);
      const result = await client.query<R>(statement);
      await client.query('COMMIT');
      return result;
    });
  }

  private async onConnection<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    // A connection in use that breaks says so twice: to the statement, and here, where unheard it would end the process.
    const onLoss = (error: Error): void => void (broken = error);
    client.on('error', onLoss);
    try {
      return await work(client);
    } catch (error) {
      await client.query('ROLLBACK').catch((failure: unknown) => {
        broken = failure instanceof Error ? failure : new Error('rollback failed');
      });
      throw error;
    } finally {
      client.release(broken);
      client.off('error', onLoss);
    }
  }

  private get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }
}

type Run = <R extends QueryResultRow>(statement: QueryConfig) => Promise<QueryResult<R>>;

const sqlOn = (run: Run): Sql => ({
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
