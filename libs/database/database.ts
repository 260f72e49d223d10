import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';

/** What a statement may be given: scalars, bytes and arrays of scalars. */
export type SqlValue =
  string | number | bigint | boolean | Date | Buffer | null | readonly (string | number | boolean | Date | null)[];

/** Runs statements with bind parameters; either on any connection or inside one transaction. */
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

/** Plain SQL on the connections that TypeORM's data source holds: one pool for both. */
@Injectable()
export class Database implements Sql {
  constructor(private readonly dataSource: DataSource) {}

  async query<R extends QueryResultRow>(text: string, values: readonly SqlValue[] = []): Promise<R[]> {
    return (await this.pool.query<R>({ name: nameOf(text), text, values: [...values] })).rows;
  }

  async execute(text: string, values: readonly SqlValue[] = []): Promise<number> {
    return (await this.pool.query({ name: nameOf(text), text, values: [...values] })).rowCount ?? 0;
  }

  async queryOnce<R extends QueryResultRow>(text: string, values: readonly SqlValue[] = []): Promise<R[]> {
    return (await this.pool.query<R>(text, [...values])).rows;
  }

  /** Runs `work` in one transaction (read committed) and again where Postgres broke it off over a deadlock. */
  async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.once(work);
      } catch (error) {
        if (attempt >= MAX_RETRIES || !isTryAgain(error)) throw error;
      }
    }
  }

  private async once<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    const effects: (() => void)[] = [];
    let broken: Error | undefined;
    // A connection in use that breaks says so twice: to the statement, and here, where unheard it would end the process.
    const onLoss = (error: Error): void => void (broken = error);
    client.on('error', onLoss);
    try {
      await client.query('BEGIN');
      const result = await work(transactionOn(client, effects));
      await client.query('COMMIT');
      for (const effect of effects) effect();
      return result;
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

function transactionOn(client: PoolClient, effects: (() => void)[]): Tx {
  return {
    afterCommit: (effect) => void effects.push(effect),
    query: async <R extends QueryResultRow>(text: string, values: readonly SqlValue[] = []) =>
      (await client.query<R>({ name: nameOf(text), text, values: [...values] })).rows,
    execute: async (text, values = []) =>
      (await client.query({ name: nameOf(text), text, values: [...values] })).rowCount ?? 0,
    queryOnce: async <R extends QueryResultRow>(text: string, values: readonly SqlValue[] = []) =>
      (await client.query<R>(text, [...values])).rows,
  };
}

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
