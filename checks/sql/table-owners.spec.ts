import { describe, expect, it } from 'vitest';
import { productionFiles, type SourceFile } from './source-texts.js';
import { foreignTables, ownersOf } from './table-owners.js';

const file = (path: string, text: string): SourceFile => ({ path, text });
const ORDERS = file('src/commerce/order.entity.ts', `@Entity({ name: 'orders' })\nexport class Order {}`);
const STAYS = file('src/segmentation/stay.entity.ts', `@Entity({ name: 'stays' })\nexport class Stay {}`);

/** The violations in a file of segmentation with this code. */
const foundIn = (code: string): string[] => {
  const files = [ORDERS, STAYS, file('src/segmentation/a/stays.repository.ts', code)];
  return files
    .flatMap((each) => foreignTables(each, files, ownersOf(files)))
    .map(({ line, problem }) => `${line} ${problem}`);
};

describe('tables and their owners', () => {
  it('no folder of src uses a table or an entity of another folder', () => {
    const files = productionFiles();
    const owners = ownersOf(files);
    expect(owners.size).toBeGreaterThan(50);
    const violations = files.flatMap((each) => foreignTables(each, files, owners));
    expect(violations.map(({ path, line, problem }) => `${path}:${line} ${problem}`)).toEqual([]);
  });

  it.each([
    ['a read', 'sql.query(`SELECT 1 FROM orders WHERE id = $1`)'],
    ['a join', 'sql.query(`SELECT 1 FROM stays s JOIN orders o USING (id)`)'],
    ['the second table of a list', 'sql.query(`SELECT 1 FROM stays s, orders o WHERE true`)'],
    ['an insert', "sql.query('INSERT INTO orders (id) VALUES ($1)')"],
    ['an update', 'sql.execute(`UPDATE orders SET id = 1`)'],
    ['a delete', 'sql.execute(`DELETE FROM orders o WHERE ${x}`)'],
    ['a fragment', 'const FRAGMENT = `orders WHERE due_at < ${limit}`;'],
    ['a fragment with an alias', "const FRAGMENT = 'orders o';"],
    ['a subquery inside an interpolation', 'sql.query(`SELECT ${ids ? `(SELECT id FROM orders)` : ""}`)'],
    ['a table by its name', "sql.query(`SELECT * FROM ${each('orders', 'id', 'uuid')}`)"],
  ])('finds %s', (_name, code) => {
    expect(foundIn(code)).toEqual([
      expect.stringMatching(/^1 SQL names the table "orders", whose owner is src\/commerce/),
    ]);
  });

  it('reports the line of a violation', () => {
    expect(foundIn('\nsql.query(`SELECT ${\nx} FROM stays\n  JOIN orders o ON true`)')).toEqual([
      expect.stringMatching(/^4 /),
    ]);
  });

  it('reports an entity of another folder, unless only its type is used', () => {
    expect(foundIn(`import { Order } from '../../commerce/order.entity.js';`)).toEqual([
      expect.stringContaining('uses the entity Order, whose owner is src/commerce'),
    ]);
    expect(foundIn(`import type { Order } from '../../commerce/order.entity.js';`)).toEqual([]);
    expect(foundIn(`import { type Order } from '../../commerce/order.entity.js';`)).toEqual([]);
  });

  it('accepts own tables, names that are not tables, and texts that are not SQL', () => {
    expect(foundIn('sql.query(`SELECT orders FROM stays JOIN unnest($1) AS orders ON true`)')).toEqual([]);
    expect(foundIn("log('it comes from orders, orders of today')")).toEqual([]);
    expect(foundIn('sql.query(`SELECT ${ORDERS_OF} FROM stays ${joinOrders("o")}`)')).toEqual([]);
  });

  it('refuses a table with two owners', () => {
    expect(() => ownersOf([ORDERS, file('src/email/order.entity.ts', ORDERS.text)])).toThrow(/orders is declared/);
  });
});
