import { Injectable } from '@nestjs/common';
import { Database, type Sql, type Tx } from '#libs/database';
import { groupBy, NO_RETAILER } from '#libs/kernel';
import { type Person, tracesOf } from '../personal-data/person.js';
import type { Counts } from '../personal-data/personal-data.service.js';

/** How much was searched, and the number of rows found by table and column. */
export interface Findings {
  readonly tables: number;
  readonly columns: number;
  readonly found: Counts;
}

interface Exceptions {
  /** Tables whose module searches their byte columns itself. */
  readonly readElsewhere: ReadonlySet<string>;
  /** Columns (`table.column`) that name operators of the service. */
  readonly operators: ReadonlySet<string>;
}

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

/**
 * Searches all tables that have a `retailer_id` for a person or a retailer, by the catalogue of Postgres. So a new
 * table is searched without being listed anywhere. A table that the service may not read makes the request fail, which
 * shows the mistake.
 */
@Injectable()
export class CatalogueSearchRepository {
  constructor(private readonly database: Database) {}

  /**
   * Counts the rows of the retailer, and the rows without a retailer, with an id, an address or a telephone number of
   * one of the persons in a uuid, text, JSON or byte column, except in the columns that `Exceptions` names.
   */
  async persons(
    sql: Sql,
    retailerId: string,
    persons: readonly Person[],
    { readElsewhere, operators }: Exceptions,
  ): Promise<Findings> {
    const columns = (await this.columns(sql)).filter(
      ({ table, column, type }) =>
        conditionOf(type, '') !== undefined &&
        !(type === 'bytea' && readElsewhere.has(table)) &&
        !operators.has(`${table}.${column}`),
    );
    const found: Record<string, number> = {};
    const tables = groupBy(columns, ({ table }) => table);
    const wanted = [[retailerId, NO_RETAILER], persons.flatMap(({ customerIds }) => customerIds), ...patterns(persons)];
    for (const [table, searched] of tables) {
      const counts = searched.map(({ type, column }, index) => {
        return `count(*) FILTER (WHERE ${conditionOf(type, quoted(column)) ?? 'false'}) AS c${index}`;
      });
      // Postgres needs each parameter to be used, and a table may have no uuid column or no text column.
      const [row] = await sql.queryOnce<Record<string, string>>(
        `SELECT ${counts.join(', ')} FROM ${quoted(table)}
          WHERE retailer_id = ANY ($1::uuid[]) AND $2::uuid[] IS NOT NULL
            AND ($3::text IS NULL OR true) AND ($4::text IS NULL OR true)`,
        wanted,
      );
      searched.forEach(({ column }, index) => {
        const rows = Number(row?.[`c${index}`] ?? 0);
        if (rows > 0) found[`${table}.${column}`] = rows;
      });
    }
    return { tables: tables.size, columns: columns.length, found };
  }

  /** Counts the rows of the retailer in all tables except the named ones. */
  async retailer(sql: Sql, retailerId: string, except: ReadonlySet<string>): Promise<Findings> {
    const all = await this.columns(sql);
    const tables = [...new Set(all.map(({ table }) => table))].filter((table) => !except.has(table));
    const found: Record<string, number> = {};
    for (const table of tables) {
      const [row] = await sql.queryOnce<{ rows: string }>(
        `SELECT count(*) AS rows FROM ${quoted(table)} WHERE retailer_id = $1`,
        [retailerId],
      );
      if (Number(row?.rows ?? 0) > 0) found[table] = Number(row?.rows);
    }
    return { tables: tables.length, columns: all.filter(({ table }) => !except.has(table)).length, found };
  }

  /**
   * Deletes up to `limit` rows of the retailer; returns how many. A row that changes meanwhile remains for the next
   * call.
   */
  deleteSome(tx: Tx, table: string, retailerId: string, limit: number): Promise<number> {
    return tx.execute(
      `DELETE FROM ${quoted(table)}
        WHERE retailer_id = $1 AND ctid = ANY (ARRAY(SELECT ctid FROM ${quoted(table)} WHERE retailer_id = $1 LIMIT $2))`,
      [retailerId, limit],
    );
  }

  /** All columns, except `retailer_id` itself, of the tables that have a `retailer_id`. */
  private columns(sql: Sql = this.database.acrossRetailers): Promise<Column[]> {
    return sql.query<Column>(
      `SELECT t.relname AS "table", a.attname AS "column", y.typname AS type
         FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid JOIN pg_type y ON y.oid = a.atttypid
        WHERE t.relnamespace = current_schema()::regnamespace AND t.relkind IN ('r', 'p')
          AND a.attnum > 0 AND NOT a.attisdropped AND a.attname <> 'retailer_id'
          AND EXISTS (SELECT 1 FROM pg_attribute r WHERE r.attrelid = t.oid AND r.attname = 'retailer_id')
        ORDER BY t.relname, a.attnum`,
    );
  }
}

/**
 * Two patterns that each match any of the persons' traces: those with an `@` ($3), and the others ($4). Null without
 * such traces. One pattern for all, because Postgres keeps few compiled patterns.
 */
function patterns(persons: readonly Person[]): [string | null, string | null] {
  const traces = [...new Set(persons.flatMap((person) => tracesOf(person)))];
  const joined = (some: readonly string[]): string | null =>
    some.length > 0 ? some.map((trace) => `(?:${trace})`).join('|') : null;
  return [
    joined(traces.filter((trace) => trace.includes('@'))),
    joined(traces.filter((trace) => !trace.includes('@'))),
  ];
}

/** Whether a text has a trace. Most texts have no `@`, and finding that out costs far less than a pattern. */
const traced = (text: string): string =>
  `((strpos(${text}, '@') > 0 AND lower(${text}) ~ $3) OR ($4::text IS NOT NULL AND lower(${text}) ~ $4))`;

/** The condition that finds the persons in a column of the type; undefined for types that hold no personal data. */
function conditionOf(type: string, column: string): string | undefined {
  switch (type) {
    case 'uuid':
      return `${column} = ANY ($2)`;
    case '_uuid':
      return `${column} && $2`;
    case 'text':
    case 'varchar':
    case 'bpchar':
    case 'citext':
      return traced(column);
    case '_text':
    case '_varchar':
    case 'json':
    case 'jsonb':
      return traced(`${column}::text`);
    case 'bytea':
      return traced(`encode(${column}, 'escape')`);
    default:
      return undefined;
  }
}

/** Quotes a name, although names come from the catalogue. */
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
