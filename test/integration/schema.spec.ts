import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDataSource } from '../../src/database/data-source.js';
import { differences, migrate } from '../../src/database/migrate.js';
import { createDatabase, TestDatabase } from '../setup/test-database.js';

let url: string;
let database: TestDatabase;
beforeAll(async () => {
  url = await createDatabase('template0');
  database = new TestDatabase(url);
});
afterAll(() => database.end());

/** Tables, indexes, sequences, views, types and functions, without the list of migrations itself. */
const THINGS = `
  SELECT c.relkind::text || ' ' || c.relname AS name
    FROM pg_class c LEFT JOIN pg_index i ON i.indexrelid = c.oid
   WHERE c.relnamespace = 'public'::regnamespace AND c.relname NOT IN ('migrations', 'migrations_id_seq')
     AND i.indrelid IS DISTINCT FROM 'migrations'::regclass
  UNION ALL
  SELECT 'type ' || typname FROM pg_type WHERE typnamespace = 'public'::regnamespace AND typtype IN ('e', 'd')
  UNION ALL
  SELECT 'function ' || proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  ORDER BY 1`;

const things = async (): Promise<string[]> => (await database.sql<{ name: string }>(THINGS)).map(({ name }) => name);

describe('the migrations', () => {
  it('make an empty database equal to the entities, and run only once', async () => {
    const dataSource = createDataSource(url);
    const classes = (dataSource.options.migrations as { name: string }[]).map(({ name }) => name);
    expect(await migrate(url)).toEqual(classes);
    expect(await migrate(url)).toEqual([]);
    expect(await differences(url)).toEqual([]);
  });

  it('are reverted without a trace, and can be applied again', async () => {
    const before = await things();
    expect(before).toContain('p deliveries');
    const applied = await takeBack();
    expect(await things()).toEqual([]);
    expect(await migrate(url)).toHaveLength(applied);
    expect(await things()).toEqual(before);
    expect(await differences(url)).toEqual([]);
  });

  it('are applied once where two processes start together', async () => {
    const before = await things();
    // This one and the later ones: it builds indexes while other processes work.
    const count = await takeBack('LookupsOfKnownValues1763990000640');
    expect((await Promise.all([migrate(url), migrate(url)])).flat()).toHaveLength(count);
    expect(await things()).toEqual(before);
  });

  it('differ from the entities where a column is missing, which db:check finds', async () => {
    await database.sql('ALTER TABLE orders DROP COLUMN billing_country');
    expect(await differences(url)).toEqual([expect.stringContaining('billing_country')]);
  });
});

/** Reverts the migrations from the last to the named one, or all. Returns their number. */
async function takeBack(first = ''): Promise<number> {
  const dataSource = await createDataSource(url).initialize();
  try {
    const executed = await database.sql(
      'SELECT 1 FROM migrations WHERE id >= coalesce((SELECT id FROM migrations WHERE name = $1), 0)',
      [first],
    );
    for (const _ of executed) await dataSource.undoLastMigration({ transaction: 'all' });
    return executed.length;
  } finally {
    await dataSource.destroy();
  }
}
