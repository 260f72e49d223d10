import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { distribute, tablesOf } from '../../src/database/distribute.js';
import { LOCAL_TABLES, placementsOf } from '../../src/database/placement.js';
import { createDatabase, TestDatabase } from '../setup/test-database.js';

let url: string;
let database: TestDatabase;
beforeAll(async () => {
  url = await createDatabase();
  database = new TestDatabase(url);
});
afterAll(() => database.end());

const tables = () => tablesOf({ query: (text: string) => database.sql(text) });

describe('the distribution by retailer', () => {
  it('places every table of the schema, or gives the reason why it stays on the coordinator', async () => {
    const names = (await tables()).map(({ name }) => name);
    const placed = placementsOf(await tables()).map(({ table }) => table);
    expect([...placed, ...Object.keys(LOCAL_TABLES)].sort()).toEqual(names);
    expect(placed).toContain('deliveries');
  });

  it('does not place a new table without a retailer', async () => {
    await database.sql('CREATE TABLE strays (id uuid PRIMARY KEY)');
    const found = await tables();
    expect(() => placementsOf(found)).toThrow('strays has no retailer_id');
    await database.sql('DROP TABLE strays');
  });

  it('is refused by a Postgres without Citus, which says what to do', async () => {
    await expect(distribute(url)).rejects.toThrow('CREATE EXTENSION citus');
  });
});
