import { Injectable } from '@nestjs/common';
import { Database, each, type Sql, type Tx } from '#libs/database';
import { groupBy } from '#libs/kernel';
import { type Person, textsInTraces, tracesOf } from '../personal-data/person.js';
import { addCounts, type Counts } from '../personal-data/personal-data.service.js';

/** How much was searched, and the number of rows found by table and column. */
export interface Findings {
  readonly tables: number;
  readonly columns: number;
  readonly found: Counts;
}

export interface Column {
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
   * Counts the rows of the retailer with an id, an address or a telephone number of one of the persons in those of the
   * columns that are uuid, text, JSON or bytes. Rows of no retailer are not searched, because row-level security hides
   * them. Answers to admins may name a customer, so their module searches them. The others name operators and ids of
   * resources: `admin_actions`, `issued_tokens`, `one_time_codes`.
   */
  async persons(sql: Sql, retailerId: string, persons: readonly Person[], all: readonly Column[]): Promise<Findings> {
    const traces = tracesIn(persons);
    const columns = all.filter(({ type }) => conditionOf(type, '', traces) !== undefined);
    const tables = [...groupBy(columns, ({ table }) => table)];
    const rows = await sql.query<{ place: number; counts: readonly number[] }>(searchOf(tables, traces), [
      retailerId,
      persons.flatMap(({ customerIds }) => customerIds),
      traces.expression,
      traces.addresses,
      ...(traces.numbers.length > 0 ? [traces.numbers] : []),
    ]);
    const counted = rows.flatMap(({ place, counts }) =>
      (tables[place]?.[1] ?? []).map(({ table, column }, index) => [`${table}.${column}`, counts[index] ?? 0] as const),
    );
    const found = Object.fromEntries(counted.filter(([, count]) => count > 0));
    return { tables: tables.length, columns: columns.length, found };
  }

  /** Those of the tables that have a row with one of the customers. All have `retailer_id` and `customer_id`. */
  async tablesOf(
    sql: Sql,
    retailerId: string,
    tables: readonly string[],
    customerIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    if (tables.length === 0 || customerIds.length === 0) return new Set();
    const parts = tables.map(
      (table, place) =>
        `SELECT ${place} AS place WHERE EXISTS (SELECT FROM ${each(quoted(table), 'customer_id', 'uuid')})`,
    );
    const rows = await sql.query<{ place: number }>(parts.join(' UNION ALL '), [retailerId, customerIds]);
    return new Set(rows.map(({ place }) => tables[place] ?? ''));
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
  async columns(sql: Sql = this.database.acrossRetailers): Promise<Column[]> {
    const tables = await sql.query<{ table: string; columns: readonly string[]; types: readonly string[] }>(
      `SELECT t.relname AS "table", array_agg(a.attname::text ORDER BY a.attnum) AS columns,
              array_agg(y.typname::text ORDER BY a.attnum) AS types
         FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid JOIN pg_type y ON y.oid = a.atttypid
        WHERE t.relnamespace = current_schema()::regnamespace AND t.relkind IN ('r', 'p') AND NOT t.relispartition
          AND a.attnum > 0 AND NOT a.attisdropped AND a.attname <> 'retailer_id'
          AND EXISTS (SELECT 1 FROM pg_attribute r WHERE r.attrelid = t.oid AND r.attname = 'retailer_id')
        GROUP BY t.relname ORDER BY t.relname`,
    );
    return tables.flatMap(({ table, columns, types }) =>
      columns.map((column, index) => ({ table, column, type: types[index] ?? '' })),
    );
  }
}

export const sumOf = (...all: readonly Findings[]): Findings => ({
  tables: all.reduce((sum, { tables }) => sum + tables, 0),
  columns: all.reduce((sum, { columns }) => sum + columns, 0),
  found: addCounts(...all.map(({ found }) => found)),
});

/**
 * One statement for all tables: a round trip and a plan for each of a hundred tables take longer than to read them. The
 * text only depends on the schema and on whether there are numbers to find, so connections keep its plan. It returns
 * the tables in which something was found.
 */
function searchOf(tables: readonly (readonly [string, readonly Column[]])[], traces: Traces): string {
  const parts = tables.map(([table, columns], place) => {
    const counts = columns.map(
      ({ type, column }) => `count(*) FILTER (WHERE ${conditionOf(type, quoted(column), traces) ?? 'false'})`,
    );
    return `SELECT ${place} AS place, ARRAY[${counts.join(', ')}]::int[] AS counts
        FROM ${quoted(table)} WHERE retailer_id = $1`;
  });
  return `SELECT * FROM (${parts.join(' UNION ALL ')}) AS searched WHERE 0 < ANY (counts)`;
}

/** What finds the traces of all persons. */
interface Traces {
  /** One regular expression ($3) for all, because Postgres keeps few compiled ones. */
  readonly expression: string | null;
  /** Patterns of LIKE for the addresses ($4). */
  readonly addresses: readonly string[];
  /** Patterns of LIKE for the telephone numbers ($5). */
  readonly numbers: readonly string[];
}

function tracesIn(persons: readonly Person[]): Traces {
  const traces = [...new Set(persons.flatMap((person) => tracesOf(person)))];
  const likes = [...new Set(persons.flatMap((person) => textsInTraces(person)))].map(
    (text) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
  );
  return {
    expression: traces.length > 0 ? traces.map((trace) => `(?:${trace})`).join('|') : null,
    addresses: likes.filter((like) => like.includes('@')),
    numbers: likes.filter((like) => !like.includes('@')),
  };
}

/**
 * Whether a text has a trace. Most texts have no `@`, which is found out fastest, and LIKE takes a quarter of the time
 * of the expression. Where no person has a number, the texts are not compared with the empty list of them: that took a
 * third of the search.
 */
function traced(text: string, { numbers }: Traces): string {
  const address = `strpos(${text}, '@') > 0 AND lower(${text}) LIKE ANY ($4::text[])`;
  const likely = numbers.length > 0 ? `(${address} OR lower(${text}) LIKE ANY ($5::text[]))` : address;
  return `(${likely} AND lower(${text}) ~ $3::text)`;
}

/** The condition that finds the persons in a column of the type; undefined for types that hold no personal data. */
function conditionOf(type: string, column: string, traces: Traces): string | undefined {
  switch (type) {
    case 'uuid':
      return `${column} = ANY ($2::uuid[])`;
    case '_uuid':
      return `${column} && $2::uuid[]`;
    case 'text':
    case 'varchar':
    case 'bpchar':
    case 'citext':
      return traced(column, traces);
    case '_text':
    case '_varchar':
      // Not as one text of Postgres: the brace before the first element could belong to another address.
      return traced(`array_to_string(${column}, chr(10))`, traces);
    case 'json':
    case 'jsonb':
      return traced(`${column}::text`, traces);
    case 'bytea':
      return traced(`encode(${column}, 'escape')`, traces);
    default:
      return undefined;
  }
}

/** Quotes a name, although names come from the catalogue. */
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
