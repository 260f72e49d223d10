import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PersonalDataSource } from '../../src/personal-data/personal-data.service.js';
import { IdleApp } from '../setup/idle-app.js';
import { IS_NO_PARTITION } from '../setup/rows.js';

/** Tables that belong to no retailer, with the reason why they hold no personal data. */
const WITHOUT_PEOPLE: Readonly<Record<string, string>> = {
  migrations: 'names of migrations',
  retailers: 'the stores themselves: stripped by a purge, through the source that has their brands',
};

let app: IdleApp;
beforeAll(async () => {
  app = await IdleApp.start();
});
afterAll(() => app.stop());

const tables = async (): Promise<string[]> =>
  (
    await app.sql<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
        WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND ${IS_NO_PARTITION} ORDER BY 1`,
    )
  ).map(({ name }) => name);

const claimedBy = ({ tables: purged, survives }: PersonalDataSource): string[] => [
  ...purged,
  ...Object.keys(survives ?? {}),
];

describe('personal data', () => {
  it('has exactly one source for every table, so that a purge or an erasure omits none', async () => {
    const claimed = app.personalData.forPurge().flatMap(claimedBy);
    expect([...claimed, ...Object.keys(WITHOUT_PEOPLE)].sort()).toEqual(await tables());
  });

  it('has a reason for each table that a purge keeps', () => {
    for (const reason of app.personalData.forPurge().flatMap(({ survives }) => Object.values(survives ?? {}))) {
      expect(reason.length).toBeGreaterThan(10);
    }
  });

  it('is erased by every source whose tables name customers', async () => {
    const named = await app.sql<{ name: string }>(
      `SELECT DISTINCT table_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND ${IS_NO_PARTITION} AND column_name IN ('customer_id', 'email', 'recipient', 'body', 'answer')`,
    );
    const erasing = app.personalData.forErasure().filter((source) => source.eraseCustomer !== undefined);
    const erased = new Set(erasing.flatMap(({ tables: own }) => own));
    expect(named.map(({ name }) => name).filter((name) => !erased.has(name))).toEqual([]);
    expect(named.length).toBeGreaterThan(5);
  });

  it('that a source looks for by customer is in tables of its own that name customers', async () => {
    const named = await app.sql<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'customer_id'`,
    );
    const known = new Set(named.map(({ name }) => name));
    const looking = app.personalData.forErasure().filter(({ erasesOnly }) => erasesOnly);
    const wrong = looking.flatMap(({ tables: own, erasesOnly = [] }) =>
      erasesOnly.filter((table) => !own.includes(table) || !known.has(table)),
    );
    expect(wrong).toEqual([]);
    expect(looking.length).toBeGreaterThan(5);
  });

  it('is purged from a referring table before the table that it refers to', async () => {
    const order = app.personalData.forPurge().flatMap(({ tables: purged }) => purged);
    const references = await app.sql<{ from: string; to: string }>(
      `SELECT conrelid::regclass::text AS "from", confrelid::regclass::text AS "to" FROM pg_constraint
        WHERE contype = 'f' AND confrelid <> 'retailers'::regclass`,
    );
    expect(references.length).toBeGreaterThan(3);
    expect(references.filter(({ from, to }) => order.indexOf(from) > order.indexOf(to))).toEqual([]);
  });
});
