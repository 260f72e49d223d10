import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PlatformBStore } from '../../src/platform-b/client/store.entity.js';
import { PlatformBOrderReadsRepository } from '../../src/platform-b/sync/order-reads.repository.js';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { given } from '../factories/given.js';
import { IdleApp } from '../setup/idle-app.js';
import { createDatabase, TestDatabase } from '../setup/test-database.js';

/**
 * In a nested loop Postgres runs `IN (SELECT … LIMIT n FOR UPDATE SKIP LOCKED)` again for each row. It skips rows that
 * are already taken, so it takes far more than n in all. A CTE or an array is evaluated once.
 */
const NESTED_LOOPS = ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material', 'memoize'];

/** Matches from IN ( to a FOR UPDATE inside its parentheses, which may contain two further levels. */
const DEPENDS_ON_PLAN = /\bIN\s*\(\s*SELECT\b(?:[^()]|\((?:[^()]|\([^()]*\))*\))*\bFOR UPDATE\b/;

describe('a lease', () => {
  let app: IdleApp;
  const retailerId = randomUUID();
  const worker = randomUUID();

  beforeAll(async () => {
    const url = await createDatabase();
    const database = new TestDatabase(url);
    const name = new URL(url).pathname.slice(1);
    for (const kind of NESTED_LOOPS) await database.sql(`ALTER DATABASE ${name} SET enable_${kind} = off`);
    await database.end();
    app = await IdleApp.start({ DATABASE_URL: url });
    await given(app).insert(Retailer, {
      id: retailerId,
      platform: 'platform-b',
      externalId: 'abc123',
      name: 'Abc',
      currency: 'USD',
      status: 'installed',
      installedAt: new Date(),
    });
    await given(app).insert(PlatformBStore, { retailerId, webhookToken: 'sealed' });
    await app.sql(
      `INSERT INTO platform_b_order_reads (retailer_id, order_id, cause)
       SELECT $1, n::text, 'backfill' FROM generate_series(1, 60) n`,
      [retailerId],
    );
  });
  afterAll(() => app.stop());

  it('takes each order once and at most its limit, with every query plan', async () => {
    const reads = app.get(PlatformBOrderReadsRepository);
    const leases = [await reads.lease(retailerId, worker, 4)];
    leases.push(...(await Promise.all([reads.lease(retailerId, worker, 4), reads.lease(retailerId, worker, 4)])));
    expect(leases.map(({ length }) => length)).toEqual([4, 4, 4]);
    expect(new Set(leases.flat().map(({ orderId }) => orderId)).size).toBe(12);
  });

  it('is never taken by a statement whose result depends on the query plan', async () => {
    const found: string[] = [];
    for (const folder of ['src', 'libs']) {
      for (const name of await readdir(folder, { recursive: true })) {
        if (name.endsWith('.ts') && DEPENDS_ON_PLAN.test(await readFile(join(folder, name), 'utf8'))) found.push(name);
      }
    }
    expect(found).toEqual([]);
  });
});
