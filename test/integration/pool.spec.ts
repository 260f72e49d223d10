import { Database, ServiceDataSource, type Tx } from '#libs/database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serviceOptions } from '../../src/database/data-source.js';
import { createDatabase } from '../setup/test-database.js';

let dataSource: ServiceDataSource;
let database: Database;

beforeEach(async () => {
  dataSource = await new ServiceDataSource(serviceOptions(await createDatabase(), 1, false)).initialize();
  database = new Database(dataSource, { rowSecurity: false });
});
afterEach(async () => {
  if (dataSource.isInitialized) await dataSource.destroy();
});

const RETAILER = '9f0c1f0e-1111-4000-8000-000000000001';
const END_OWN_CONNECTION = 'SELECT pg_terminate_backend(pg_backend_pid())';

const processOf = async (sql: Pick<Database['acrossRetailers'], 'query'>): Promise<number> => {
  const [row] = await sql.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return row?.pid ?? 0;
};

describe('the pool', () => {
  it('replaces a connection that broke in a transaction', async () => {
    const broken = database.transactionAcrossRetailers((tx) => tx.query(END_OWN_CONNECTION));
    await expect(broken).rejects.toThrow(/terminat/);
    expect(await processOf(database.acrossRetailers)).toBeGreaterThan(0);
  });

  it('replaces a connection that broke in a single statement', async () => {
    await expect(database.acrossRetailers.query(END_OWN_CONNECTION)).rejects.toThrow(/terminat/);
    expect(await processOf(database.acrossRetailers)).toBeGreaterThan(0);
  });

  it('keeps a connection after a failed statement', async () => {
    const before = await processOf(database.acrossRetailers);
    await expect(database.transactionAcrossRetailers((tx) => tx.query('SELECT 1 / 0'))).rejects.toThrow('division');
    await expect(database.acrossRetailers.query('SELECT 1 / 0')).rejects.toThrow('division');
    expect(await processOf(database.acrossRetailers)).toBe(before);
  });

  it('keeps plans for one transaction only, and never on Citus', async () => {
    const modes = async (of: Database): Promise<unknown[]> => {
      const mode = async (sql: Pick<Database['acrossRetailers'], 'query'>): Promise<unknown> =>
        (await sql.query(`SELECT current_setting('plan_cache_mode') AS mode`))[0]?.['mode'];
      const kept = { plans: 'kept' } as const;
      const within = [await of.transaction(RETAILER, mode, kept), await of.step(RETAILER, mode, kept)];
      return [...within, await of.transaction(RETAILER, mode), await mode(of.acrossRetailers)];
    };
    expect(await modes(database)).toEqual(['force_generic_plan', 'force_generic_plan', 'auto', 'auto']);
    const distributed = new Database(dataSource, { rowSecurity: false, distributed: true });
    expect(await modes(distributed)).toEqual(['auto', 'auto', 'auto', 'auto']);
  });

  it('plans for the given values where that is asked for, in a transaction with plans for all', async () => {
    const mode = async (tx: Tx): Promise<unknown> =>
      (await tx.query(`SELECT current_setting('plan_cache_mode') AS mode`))[0]?.['mode'];
    const modes = async (tx: Tx): Promise<unknown[]> => [await tx.planForValues(() => mode(tx)), await mode(tx)];
    expect(await database.transaction(RETAILER, modes, { plans: 'fresh' })).toEqual([
      'force_custom_plan',
      'force_generic_plan',
    ]);
    expect(await database.transaction(RETAILER, modes)).toEqual(['auto', 'auto']);
  });

  it('plans again for each transaction with fresh plans, and keeps a plan otherwise', async () => {
    const run = (text: string, plans?: 'kept' | 'fresh'): Promise<Record<string, string>[]> =>
      database.transaction(RETAILER, (tx) => tx.queryOnce(text), plans && { plans });
    const plan = async (plans: 'kept' | 'fresh'): Promise<string> =>
      (await run('EXPLAIN EXECUTE look (1)', plans))[0]?.['QUERY PLAN'] ?? '';
    await run('CREATE TEMP TABLE probe (id int PRIMARY KEY)');
    await run('INSERT INTO probe VALUES (1)');
    await run('ANALYZE probe');
    await run('PREPARE look AS SELECT FROM probe WHERE id = $1');
    expect(await plan('kept')).toContain('Seq Scan');
    await run('INSERT INTO probe SELECT generate_series(2, 10000)');
    expect(await plan('kept')).toContain('Seq Scan');
    expect(await plan('fresh')).toContain('Index');
  });

  it('closes only after a transaction has ended and a waiting caller has had the connection', async () => {
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => void (finish = resolve));
    const order: string[] = [];
    const holding = database.transactionAcrossRetailers(async (tx) => {
      await tx.query('SELECT 1');
      order.push('begun');
      await finished;
      await tx.query('SELECT 2');
      order.push('ended');
    });
    await expect.poll(() => order).toEqual(['begun']);
    const waiting = database.acrossRetailers.query('SELECT 3').then(() => order.push('waited'));
    const closing = dataSource.destroy().then(() => order.push('closed'));
    finish();
    await Promise.all([holding, waiting, closing]);
    expect(order).toEqual(['begun', 'ended', 'waited', 'closed']);
  });
});
