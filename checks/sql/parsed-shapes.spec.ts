import { beforeAll, describe, expect, it } from 'vitest';
import { basename } from 'node:path';
import { HOT_STATEMENTS } from '../statements/hot-statements.js';
import { Recording } from '../statements/recording.js';
import { PARSED_SHAPES } from './parsed-shapes.js';
import { REFUSED_SHAPES } from './refused-shapes.js';
import { ACCEPTED, REFUSED } from './shape-examples.js';
import { STAYS } from './shapes-that-stay.js';
import { filesWithSql, productionFiles, textsOf } from './source-texts.js';
import { isStatement, loadParser, treesOf } from './statement-trees.js';
import { ownersOf } from './table-owners.js';

const FILES = filesWithSql();
const TABLES = new Set(ownersOf(productionFiles()).keys());
/** Fewer would mean that the check no longer finds the statements. */
const AT_LEAST = 500;

const shapesOf = (text: string): string[] =>
  treesOf(text).flatMap((tree) => PARSED_SHAPES.flatMap(({ name, isIn }) => (isIn(tree, TABLES) ? [name] : [])));

describe("statements as Postgres's own parser reads them", () => {
  beforeAll(loadParser);

  it('are all SQL and have no refused shape, except where a reason is given', () => {
    const stays = new Set(STAYS.flatMap(({ files, shape }) => files.map((file) => `${file}: ${shape}`)));
    const statements = FILES.flatMap((file) => textsOf(file).filter(({ text }) => isStatement(text)));
    expect(statements.length).toBeGreaterThan(AT_LEAST);
    const problems = statements.flatMap(({ path, text, lineAt }) => {
      const at = `${path}:${lineAt(text.search(/\S/))}`;
      try {
        return shapesOf(text).flatMap((name) => (stays.has(`${basename(path)}: ${name}`) ? [] : [`${at} ${name}`]));
      } catch (error) {
        return [`${at} ${String(error)}`];
      }
    });
    expect(problems).toEqual([]);
  });

  it.each(Object.entries(HOT_STATEMENTS))('have no refused shape in the hot statement %s', async (name, run) => {
    const recording = new Recording();
    await run(recording);
    const isKept = (shape: string): boolean => STAYS.some((stay) => stay.shape === shape && stay.hot?.includes(name));
    expect(recording.texts.flatMap(shapesOf).filter((shape) => !isKept(shape))).toEqual([]);
  });

  it.each(REFUSED.filter(([, shape]) => shape < PARSED_SHAPES.length))('have the shape in %s', (text, shape) => {
    expect(shapesOf(text)).toEqual([PARSED_SHAPES[shape]?.name]);
  });

  it.each([
    ['DELETE FROM a WHERE id IN (SELECT id FROM b WHERE at < clock_timestamp())', 0],
    ['WITH w AS (SELECT id FROM a WHERE retailer_id = $1) SELECT 1 FROM b FOR UPDATE SKIP LOCKED', 1],
    ['UPDATE a SET at = $1::timestamptz + (c.hours * make_interval(hours => 1)) FROM c', 2],
    ['UPDATE a SET at = CURRENT_TIMESTAMP - b', 2],
    ['UPDATE a SET b = nullif(CASE WHEN c THEN CURRENT_TIMESTAMP END, d)', 4],
    ['SELECT 1 FROM orders o, customers c WHERE c.id = o.customer_id AND o.retailer_id = $1', 10],
    ['SELECT 1 FROM a UNION ALL SELECT 1 FROM orders o, customers c WHERE c.id = o.customer_id', 10],
    ['UPDATE orders o SET a = 1 FROM customers c WHERE c.id = o.customer_id AND o.retailer_id = $1', 10],
    ['DELETE FROM orders o USING customers c WHERE c.id = o.customer_id AND c.retailer_id = $1', 10],
    ['SELECT 1 FROM orders o WHERE EXISTS (SELECT FROM customers c WHERE c.id = o.customer_id)', 10],
    ['DELETE FROM orders o WHERE o.a IN (SELECT c.a FROM customers c WHERE c.id = o.customer_id)', 10],
    ['UPDATE orders o SET a = (SELECT c.a FROM customers c WHERE c.id = o.customer_id)', 10],
    ['SELECT 1 FROM orders o, LATERAL (SELECT FROM customers c WHERE c.id = o.customer_id) d', 10],
    [
      `SELECT 1 FROM (SELECT DISTINCT ON (a) * FROM orders WHERE retailer_id = $1) o
         JOIN customers c ON c.retailer_id = $1 AND c.id = o.a
        WHERE NOT EXISTS (SELECT FROM products p WHERE p.retailer_id = o.retailer_id)`,
      10,
    ],
    [
      `WITH o AS (SELECT * FROM orders WHERE retailer_id = $1 FOR UPDATE)
       SELECT 1 FROM o WHERE EXISTS (SELECT FROM customers c WHERE c.retailer_id = o.retailer_id AND c.id = o.a)`,
      10,
    ],
    [
      `SELECT (SELECT name FROM products p WHERE p.retailer_id = n.retailer_id AND p.id = n.id)
         FROM unnest($1::uuid[], $2::uuid[]) AS n (retailer_id, id)`,
      10,
    ],
    [
      'WITH a AS (SELECT 1 FROM orders o WHERE o.retailer_id = $1) DELETE FROM orders o USING customers c WHERE c.id = o.b',
      10,
    ],
  ])('have the shape in %s, which no pattern of text shows', (text, shape) => {
    expect(shapesOf(text)).toEqual([PARSED_SHAPES[shape]?.name]);
  });

  it.each(ACCEPTED)('have no refused shape in %s', (text) => {
    expect(shapesOf(text)).toEqual([]);
  });

  it('have the names of the shapes that patterns find in fragments', () => {
    expect(PARSED_SHAPES.map(({ name }) => name)).toEqual(
      REFUSED_SHAPES.slice(0, PARSED_SHAPES.length).map(({ name }) => name),
    );
  });

  it('are refused where no filling makes SQL of them', () => {
    expect(() => treesOf('SELECT § FROM WHERE §')).toThrow('syntax error');
    expect(treesOf('SELECT § FROM a § WHERE b')).toHaveLength(1);
  });
});
