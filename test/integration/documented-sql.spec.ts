import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, TestDatabase } from '../setup/test-database.js';

const FOLDER = join(import.meta.dirname, '../../docs/operations');

/** The queries of a page, in fences and in lines; statements that create roles and databases are not among them. */
const queriesOf = (page: string): string[] =>
  [...page.matchAll(/```sql\n([^]*?)```|`(SELECT [^`]+;)`/g)]
    .flatMap(([, fenced = '', inLine = '']) => `${fenced}${inLine}`.split(';'))
    .map((query) => query.trim())
    .filter((query) => query.startsWith('SELECT'));

const documented = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.md'))
  .flatMap((file) => queriesOf(readFileSync(join(FOLDER, file), 'utf8')).map((query) => ({ file, query })));

let database: TestDatabase;
beforeAll(async () => {
  database = new TestDatabase(await createDatabase());
});
afterAll(() => database.end());

describe('the queries of docs/operations', () => {
  it('are found in the pages', () => {
    expect(documented.length).toBeGreaterThan(5);
  });

  it.each(documented)('$file: $query', async ({ query }) => {
    await expect(database.sql(query)).resolves.toBeInstanceOf(Array);
  });
});
