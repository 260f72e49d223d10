import { Database } from '#libs/database';
import { isStoreDown } from '#libs/kernel';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDataSource } from '../../src/database/data-source.js';
import { Cable } from '../setup/cable.js';
import { createDatabase } from '../setup/test-database.js';

let cable: Cable;
let dataSource: DataSource;
let database: Database;

beforeAll(async () => {
  cable = await Cable.to(await createDatabase());
  dataSource = await createDataSource(cable.url).initialize();
  database = new Database(dataSource, 500);
});
afterAll(async () => {
  cable.mend();
  await dataSource?.destroy();
  await cable?.remove();
});

it('gives up on a Postgres that falls silent, and asks on a new connection', async () => {
  const both = () => Promise.allSettled([database.query('SELECT 1 AS one'), database.execute('SELECT 1')]);
  expect((await both()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  cable.silence();
  const lost = await both();
  expect(lost.map((result) => result.status === 'rejected' && isStoreDown(result.reason))).toEqual([true, true]);
  cable.mend();
  expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});
