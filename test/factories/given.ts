import { columnNames } from '#libs/database';
import { getMetadataArgsStorage } from 'typeorm';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { earlier } from '../setup/earlier.js';
import type { RunsSql } from '../setup/test-database.js';

type Entity<E> = new () => E;
/** Conditions on columns: one value, or a list of which any matches. */
type Where<E> = { readonly [K in keyof E]?: E[K] | readonly E[K][] };

/** Writes rows that a test can't create through the API, or not in time. */
export const given = (database: RunsSql) => ({
  async insert<E extends object>(entity: Entity<E>, row: Partial<E>): Promise<void> {
    const columns = Object.keys(row).map((property) => columnOf(entity, property));
    const places = columns.map((_, index) => `$${index + 1}`);
    const text = `INSERT INTO ${tableOf(entity)} (${columns.join(', ')}) VALUES (${places.join(', ')})`;
    await database.sql(text, Object.values(row));
  },

  /** Without `where`, it changes every row. */
  async set<E extends object>(entity: Entity<E>, changes: Partial<E>, where: Where<E> = {}): Promise<void> {
    const values: unknown[] = Object.values(changes);
    const assignments = Object.keys(changes).map((property, index) => `${columnOf(entity, property)} = $${index + 1}`);
    await database.sql(
      `UPDATE ${tableOf(entity)} SET ${assignments.join(', ')} ${condition(entity, where, values)}`,
      values,
    );
  },

  /** Moves an instant into the past by an interval of Postgres, such as `31 days`. */
  async backdate<E extends object>(
    entity: Entity<E>,
    property: keyof E & string,
    interval: string,
    where: Where<E> = {},
  ): Promise<void> {
    const values: unknown[] = [interval];
    const column = columnOf(entity, property);
    const text = `UPDATE ${tableOf(entity)} SET ${earlier(column, '$1::interval')}`;
    await database.sql(`${text} ${condition(entity, where, values)}`, values);
  },

  /** Records customers as changed for this cause, so that they are evaluated. Without `where`, every customer. */
  async changed(cause: string, where: Where<Customer> = {}): Promise<void> {
    const values: unknown[] = [cause];
    const text =
      'INSERT INTO customer_changes (retailer_id, customer_id, cause) SELECT retailer_id, id, $1 FROM customers';
    await database.sql(`${text} ${condition(Customer, where, values)}`, values);
  },

  /** Without `where`, it deletes every row. */
  async delete<E extends object>(entity: Entity<E>, where: Where<E> = {}): Promise<void> {
    const values: unknown[] = [];
    await database.sql(`DELETE FROM ${tableOf(entity)} ${condition(entity, where, values)}`, values);
  },
});

/** Reads tables. */
export const stored = (database: RunsSql) => ({
  /** Rows with all properties of the entity, or with the named ones, in no order. */
  rows<E extends object, K extends keyof E & string>(
    entity: Entity<E>,
    where: Where<E> = {},
    ...only: readonly K[]
  ): Promise<Pick<E, K>[]> {
    const values: unknown[] = [];
    const properties = only.length > 0 ? only : [...columnNames(entity).keys()];
    const selected = properties.map((property) => `${columnOf(entity, property)} AS "${property}"`).join(', ');
    const text = `SELECT ${selected} FROM ${tableOf(entity)} ${condition(entity, where, values)}`;
    return database.sql<Pick<E, K>>(text, values);
  },

  async count<E extends object>(entity: Entity<E>, where: Where<E> = {}): Promise<number> {
    const values: unknown[] = [];
    const text = `SELECT count(*)::int AS count FROM ${tableOf(entity)} ${condition(entity, where, values)}`;
    const [row] = await database.sql<{ count: number }>(text, values);
    return row?.count ?? 0;
  },
});

const UNITS = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 };
type Unit = keyof typeof UNITS;

export const ago = (count: number, unit: Unit): Date => new Date(Date.now() - count * UNITS[unit]);
export const ahead = (count: number, unit: Unit): Date => ago(-count, unit);

function condition<E extends object>(entity: Entity<E>, where: Where<E>, values: unknown[]): string {
  const parts = Object.entries(where).map(([property, value]) => {
    const column = columnOf(entity, property);
    if (value === null) return `${column} IS NULL`;
    values.push(value);
    return Array.isArray(value) ? `${column} = ANY ($${values.length})` : `${column} = $${values.length}`;
  });
  return parts.length > 0 ? `WHERE ${parts.join(' AND ')}` : '';
}

function tableOf(entity: Entity<unknown>): string {
  const name = getMetadataArgsStorage().tables.find(({ target }) => target === entity)?.name;
  if (name === undefined) throw new Error(`${entity.name} is not an entity`);
  return `"${name}"`;
}

function columnOf(entity: Entity<unknown>, property: string): string {
  const column = columnNames(entity).get(property);
  if (column === undefined) throw new Error(`${property} is not a column of ${entity.name}`);
  return column;
}
