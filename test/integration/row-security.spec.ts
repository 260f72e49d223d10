import { Database, ROW_SECURITY, ServiceDataSource } from '#libs/database';
import { entityId } from '#libs/kernel';
import pg from 'pg';
import type { Repository } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/app-config.js';
import { serviceOptions } from '../../src/database/data-source.js';
import { migrate } from '../../src/database/migrate.js';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { start } from '../../src/start.js';
import { given, stored } from '../factories/given.js';
import { IdleApp } from '../setup/idle-app.js';
import { prepare } from '../setup/test-app.js';
import { createDatabase, TestDatabase } from '../setup/test-database.js';

const OURS = entityId('platform-a', 'retailer', 'ours.myshopify.com');
const THEIRS = entityId('platform-a', 'retailer', 'theirs.myshopify.com');

let app: IdleApp;
let database: Database;
beforeAll(async () => {
  app = await IdleApp.start();
  database = app.get(Database);
  for (const [id, name] of [
    [OURS, 'ours'],
    [THEIRS, 'theirs'],
  ] as const) {
    await given(app).insert(Retailer, {
      id,
      platform: 'platform-a',
      externalId: name,
      name,
      status: 'installed',
      installedAt: new Date(),
    });
    await app.sql(
      `INSERT INTO customers (retailer_id, id, external_id, email) VALUES ($1, gen_random_uuid(), '1', $2 || '@example.com')`,
      [id, name],
    );
  }
});
afterAll(() => app.stop());

const refused = (code: string) => expect.objectContaining({ code }) as unknown;
const emails = async (sql: Pick<Database['acrossRetailers'], 'query'>): Promise<string[]> =>
  (await sql.query<{ email: string }>('SELECT email FROM customers ORDER BY email')).map(({ email }) => email);

describe('a statement without WHERE', () => {
  it('sees only the rows of its retailer', async () => {
    expect(await emails(database.of(OURS))).toEqual(['ours@example.com']);
    expect(await database.transaction(THEIRS, emails)).toEqual(['theirs@example.com']);
    expect(await database.of(OURS).query('SELECT name FROM retailers')).toEqual([{ name: 'ours' }]);
  });

  it('changes and deletes no rows of another retailer', async () => {
    expect(await database.of(OURS).execute(`UPDATE customers SET first_name = 'Mallory'`)).toBe(1);
    expect(await database.transaction(OURS, (tx) => tx.execute('DELETE FROM retailers'))).toBe(1);
    const left = await app.sql('SELECT name, first_name FROM retailers r JOIN customers c ON c.retailer_id = r.id');
    expect(left).toEqual([{ name: 'theirs', first_name: null }]);
    await given(app).insert(Retailer, {
      id: OURS,
      platform: 'platform-a',
      externalId: 'ours',
      name: 'ours',
      status: 'installed',
      installedAt: new Date(),
    });
  });

  it('sees and changes no other retailer through a TypeORM repository either', async () => {
    const ids = async (rows: Repository<Retailer>) => (await rows.find()).map(({ id }) => id);
    expect(await database.of(OURS).using(Retailer, ids)).toEqual([OURS]);
    expect(await database.transaction(THEIRS, (tx) => ids(tx.repository(Retailer)))).toEqual([THEIRS]);
    const renamed = await database.of(OURS).using(Retailer, (rows) => rows.updateAll({ currency: 'EUR' }));
    expect(renamed.affected).toBe(1);
    expect(await stored(app).rows(Retailer, { currency: 'EUR' }, 'name')).toEqual([{ name: 'ours' }]);
  });

  it('can not insert a row for another retailer', async () => {
    const insert = `INSERT INTO customers (retailer_id, id, external_id) VALUES ($1, gen_random_uuid(), '2')`;
    await expect(database.of(OURS).execute(insert, [THEIRS])).rejects.toEqual(refused('42501'));
    expect(await database.of(OURS).execute(insert, [OURS])).toBe(1);
  });

  it('runs on tables that all have row-level security', async () => {
    const bare = await app.sql(
      `SELECT relname FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
          AND relname <> 'migrations' AND NOT relispartition AND NOT (relrowsecurity AND 2 = (
            SELECT count(*) FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname IN ('service', 'tenant')))`,
    );
    expect(bare).toEqual([]);
  });

  it('reaches the rows of a partition only through its table', async () => {
    const open = await app.sql(
      `SELECT relname, rolname FROM pg_class c CROSS JOIN pg_roles
        WHERE relispartition AND relkind = 'r' AND rolname IN ('rekindle_service', 'rekindle_tenant')
          AND has_table_privilege(rolname, c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE')`,
    );
    expect(open).toEqual([]);
    const [month] = await app.sql<{ name: string }>(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'deliveries'::regclass LIMIT 1`,
    );
    const read = database.of(OURS).query(`SELECT * FROM ${month?.name}`);
    await expect(read).rejects.toEqual(refused('42501'));
  });
});

describe('a TypeORM repository', () => {
  const rename = (rows: Repository<Retailer>, name: string) => rows.update({ id: OURS }, { name });
  const nameOf = async (id: string) => (await stored(app).rows(Retailer, { id }, 'name'))[0]?.name;

  it('works in the same transaction as plain statements', async () => {
    const failed = database.transaction(OURS, async (tx) => {
      await rename(tx.repository(Retailer), 'renamed');
      const rows = await tx.query('SELECT name FROM retailers WHERE id = $1', [OURS]);
      expect(rows).toEqual([{ name: 'renamed' }]);
      throw new Error('undone');
    });
    await expect(failed).rejects.toThrow('undone');
    expect(await nameOf(OURS)).toBe('ours');
  });

  it('does not end the transaction of its caller when it saves an entity', async () => {
    const failed = database.transaction(OURS, async (tx) => {
      const stores = tx.repository(Retailer);
      await stores.save(Object.assign(await stores.findOneByOrFail({ id: OURS }), { name: 'saved' }));
      throw new Error('undone');
    });
    await expect(failed).rejects.toThrow('undone');
    expect(await nameOf(OURS)).toBe('ours');
  });

  it('can lock a row until the transaction ends', async () => {
    const held = await database.transaction(OURS, async (tx) => {
      const row = await tx.repository(Retailer).findOne({ where: { id: OURS }, lock: { mode: 'pessimistic_write' } });
      const free = await app.sql('SELECT id FROM retailers WHERE id = $1 FOR UPDATE SKIP LOCKED', [OURS]);
      return { name: row?.name, free };
    });
    expect(held).toEqual({ name: 'ours', free: [] });
  });

  it('runs again after a deadlock', async () => {
    let attempts = 0;
    await database.transaction(OURS, async (tx) => {
      attempts += 1;
      await rename(tx.repository(Retailer), 'ours');
      if (attempts === 1) await tx.query(`DO $$ BEGIN RAISE EXCEPTION 'broken off' USING ERRCODE = '40P01'; END $$`);
    });
    expect(attempts).toBe(2);
  });

  it("throws the error of Postgres without the statement's values", async () => {
    const failed = database.of(OURS).using(Retailer, (rows) => rows.update({ id: OURS }, { id: THEIRS }));
    const error: unknown = await failed.catch((reason: unknown) => reason);
    // A distributed Postgres refuses any change of the retailer's id, before row-level security does.
    expect(['42501', '0A000']).toContain((error as { code?: unknown }).code);
    expect(error).not.toHaveProperty('parameters');
  });
});

describe('the connection of the service', () => {
  it('sees all retailers again after a transaction of one', async () => {
    await database.of(OURS).query('SELECT 1');
    await database.transaction(OURS, (tx) => tx.query('SELECT 1 / 0')).catch(() => undefined);
    for (let looks = 0; looks < 5; looks += 1) {
      expect(await emails(database.acrossRetailers)).toContain('theirs@example.com');
    }
  });

  it('reports the same error again where a statement of one retailer fails again', async () => {
    for (const [statement, code] of [
      ['SELECT * FROM no_such_table', '42P01'],
      ['SELECT 1 / (SELECT count(*) FROM brands WHERE name IS NULL) AS none', '22012'],
    ] as const) {
      for (let tries = 0; tries < 3; tries += 1) {
        await expect(database.of(OURS).query(statement)).rejects.toEqual(refused(code));
        await expect(database.of(OURS).queryOnce(statement)).rejects.toEqual(refused(code));
        expect(await emails(database.acrossRetailers)).toContain('theirs@example.com');
      }
    }
  });

  it('undoes a statement of one retailer that fails after it wrote', async () => {
    const write = `WITH gone AS (UPDATE customers SET first_name = 'Mallory' RETURNING 1) SELECT 1 / (count(*) - count(*)) FROM gone`;
    await expect(database.of(OURS).query(write)).rejects.toEqual(refused('22012'));
    expect(await stored(app).rows(Retailer, { id: OURS }, 'name')).toEqual([{ name: 'ours' }]);
    expect(await app.sql(`SELECT 1 FROM customers WHERE first_name = 'Mallory' AND retailer_id = $1`, [OURS])).toEqual(
      [],
    );
  });

  it('sees no rows under row-level security without a retailer', async () => {
    const tenant = `SET LOCAL ROLE ${ROW_SECURITY.tenant}`;
    const unnamed = database.transactionAcrossRetailers(async (tx) => {
      await tx.queryOnce(tenant);
      return emails(tx);
    });
    await expect(unnamed).rejects.toThrow(/rekindle\.retailer|uuid/);
  });

  it('accepts only a UUID as the retailer', () => {
    expect(() => database.of(`${OURS}'; RESET ROLE; --`)).toThrow('a retailer id must be a UUID');
  });

  it.each([
    'DROP TABLE customers',
    'ALTER TABLE customers DISABLE ROW LEVEL SECURITY',
    'TRUNCATE customers',
    'CREATE TABLE loot ()',
    'DROP POLICY tenant ON customers',
  ])('may only read and write rows: %s is refused', async (statement) => {
    await expect(database.acrossRetailers.execute(statement)).rejects.toEqual(refused('42501'));
    await expect(database.of(OURS).execute(statement)).rejects.toEqual(refused('42501'));
  });
});

/** The URL for a new login that owns no tables, or that owns the database. */
async function withLogin(url: string, name: string, owns: boolean): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`DROP ROLE IF EXISTS ${name}`);
  await client.query(`CREATE ROLE ${name} LOGIN PASSWORD 'login-of-a-test'`);
  if (owns) await client.query(`ALTER SCHEMA public OWNER TO ${name}`);
  await client.end();
  const changed = new URL(url);
  changed.username = name;
  changed.password = 'login-of-a-test';
  return changed.toString();
}

it('a statement of one retailer never runs where the login may not use the role of retailers', async () => {
  const ownerUrl = await createDatabase();
  const url = await withLogin(ownerUrl, 'rekindle_stranger', false);
  const owner = new TestDatabase(ownerUrl);
  await owner.sql('CREATE TABLE loot (name text)');
  await owner.sql('GRANT ALL ON loot TO rekindle_stranger');
  const dataSource = await new ServiceDataSource(serviceOptions(url, 1, false)).initialize();
  const stranger = new Database(dataSource, { rowSecurity: true });
  for (let tries = 0; tries < 3; tries += 1) {
    const written = stranger.of(OURS).execute(`INSERT INTO loot (name) VALUES ('loot')`);
    await expect(written).rejects.toEqual(refused('42501'));
  }
  expect(await owner.sql('SELECT * FROM loot')).toEqual([]);
  await dataSource.destroy();
  await owner.end();
});

describe('a login that owns no tables', () => {
  it('runs the service after the owner has migrated', async () => {
    const ownerUrl = await createDatabase();
    const databaseUrl = await withLogin(ownerUrl, 'rekindle_plain', false);
    const { environment } = await prepare({ DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: ownerUrl, ROLE: 'api' });
    const service = await start(readConfig(environment));
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
    expect(service.runtime.rowSecurity).toBe(true);
    await service.stop();
    const { DATABASE_OWNER_URL: _, ...alone } = environment;
    const later = await start(readConfig(alone));
    await later.stop();
  });

  it('gets an error that asks for a migration by the owner where one is missing', async () => {
    const ownerUrl = await createDatabase('template0');
    const databaseUrl = await withLogin(ownerUrl, 'rekindle_early', false);
    const { environment } = await prepare({ DATABASE_URL: databaseUrl });
    await expect(start(readConfig(environment))).rejects.toThrow(
      /DATABASE_URL: .*Migrations are missing: run npm run db:migrate with DATABASE_OWNER_URL/,
    );
  });
});

it('the service runs without row-level security and logs it where the owner may not use its roles', async () => {
  const url = await createDatabase('template0');
  const ownUrl = await withLogin(url, 'rekindle_humble', true);
  await migrate(ownUrl);
  const { environment } = await prepare({ DATABASE_URL: ownUrl, ROLE: 'api' });
  const service = await start(readConfig(environment));
  expect(service.runtime.rowSecurity).toBe(false);
  expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
  await service.stop();
  const looker = new TestDatabase(url);
  expect(await looker.sql(`SELECT 1 FROM pg_class WHERE relrowsecurity`)).toEqual([]);
  await looker.end();
});
