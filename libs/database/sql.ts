import { createHash } from 'node:crypto';
import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { EntityTarget, ObjectLiteral, Repository } from 'typeorm';
import { elementTypesOf, parameterOf } from './parameter.js';

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
  /**
   * Runs `work` with plans for the given values, if the transaction has plans for all values. For a long list of ids
   * or addresses in `= ANY`: where a table counts as empty, Postgres reads all rows of the retailer. It looks them up
   * in a known list by a hash, and compares each row with every element of an unknown list.
   */
  planForValues<T>(work: () => Promise<T>): Promise<T>;
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

/** Statements on a connection. `Database` adds `using`, which needs to know the transaction. */
export type PlainSql = Omit<Sql, 'using'>;

type Run = <R extends QueryResultRow>(statement: QueryConfig) => Promise<QueryResult<R>>;

export const sqlOn = (run: Run): PlainSql => ({
  query: async <R extends QueryResultRow>(text: string, values: readonly SqlValue[] = []) =>
    (await run<R>(named(text, values))).rows,
  execute: async (text, values = []) => (await run(named(text, values))).rowCount ?? 0,
  queryOnce: async <R extends QueryResultRow>(text: string, values: readonly SqlValue[] = []) =>
    (await run<R>({ text, values: values.map((value) => parameterOf(value)) })).rows,
});

const named = (text: string, values: readonly SqlValue[]): QueryConfig => {
  const { name, types } = statementOf(text);
  return { name, text, values: values.map((value, index) => parameterOf(value, types.get(index + 1))) };
};

/** The values as the driver sends them, for a statement that will follow: while Postgres works on the one before. */
export const written = (text: string, values: readonly SqlValue[]): SqlValue[] =>
  named(text, values).values as SqlValue[];

/** A statement that connections prepare, with the types of the elements of its lists by the number of the parameter. */
interface Statement {
  readonly name: string;
  readonly types: ReadonlyMap<number, string>;
}

const statements = new Map<string, Statement>();

function statementOf(text: string): Statement {
  let statement = statements.get(text);
  if (!statement) {
    statement = { name: createHash('sha1').update(text).digest('base64url'), types: elementTypesOf(text) };
    statements.set(text, statement);
  }
  return statement;
}
