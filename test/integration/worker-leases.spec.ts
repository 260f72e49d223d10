import { randomUUID } from 'node:crypto';
import { Leases } from '#libs/durable-work';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Runtime } from '../../src/config/runtime.js';
import { LOCKS } from '../../src/database/locks.js';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { given } from '../factories/given.js';
import { IdleApp } from '../setup/idle-app.js';
import { waitFor } from '../setup/wait-for.js';

/** Longer than a worker may be without its lock. */
const GRACE_MS = 2_500;

let app: IdleApp;
let other: IdleApp;
const retailerId = randomUUID();

beforeEach(async () => {
  app = await IdleApp.start();
  other = await IdleApp.start({ DATABASE_URL: app.get(Runtime).databaseUrl });
  await given(app).insert(Retailer, {
    id: retailerId,
    platform: 'platform-b',
    externalId: 'abc123',
    name: 'Abc',
    currency: 'USD',
    status: 'installed',
    installedAt: new Date(),
  });
});
afterEach(async () => {
  await app.stop();
  await other.stop();
});

/** Inserts an order to be read that the worker has leased for an hour. */
async function leaseTo(worker: string): Promise<void> {
  await app.sql(
    `INSERT INTO platform_b_order_reads (retailer_id, order_id, cause, leased_by, leased_until)
     VALUES ($1, $2::text, 'backfill', $2::text::uuid, now() + interval '1 hour')`,
    [retailerId, worker],
  );
}

const leased = async (): Promise<string[]> =>
  (
    await app.sql<{ worker: string }>(
      `SELECT leased_by AS worker FROM platform_b_order_reads WHERE leased_until > now()`,
    )
  ).map(({ worker }) => worker);

/** Checks leases like a worker for the given time. Returns the number of released leases. */
async function lookFor(milliseconds: number): Promise<number> {
  let released = 0;
  for (const end = Date.now() + milliseconds; Date.now() < end;) {
    released += await app.get(Leases).look();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return released;
}

/** The backend of Postgres whose session holds the worker's lock. */
async function holderOf(worker: string): Promise<number | undefined> {
  const [row] = await app.sql<{ pid: number }>(
    `SELECT pid FROM pg_locks
      WHERE locktype = 'advisory' AND classid = $1 AND objid::bigint = (hashtext($2)::bigint & 4294967295)
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [LOCKS.workers, worker],
  );
  return row?.pid;
}

describe('the lease of a worker', () => {
  it('is free soon after the worker has died, and not while it lives', async () => {
    const mine = await app.get(Leases).holder();
    const theirs = await other.get(Leases).holder();
    const dead = randomUUID();
    for (const worker of [mine, theirs, dead]) await leaseTo(worker);
    expect(await lookFor(GRACE_MS)).toBe(1);
    expect((await leased()).toSorted()).toEqual([mine, theirs].toSorted());
    await other.get(Leases).onApplicationShutdown();
    expect(await lookFor(GRACE_MS)).toBe(1);
    expect(await leased()).toEqual([mine]);
  });

  it('outlives the connection of its lock if the worker takes the lock again at once', async () => {
    const theirs = await other.get(Leases).holder();
    await leaseTo(theirs);
    await lookFor(GRACE_MS);
    const before = await holderOf(theirs);
    // Ends the connection, as a network fault or an administrator may.
    await app.sql(`SELECT pg_terminate_backend($1::int)`, [before]);
    await waitFor(async () => {
      expect(await other.get(Leases).holder()).toBe(theirs);
      return ![before, undefined].includes(await holderOf(theirs));
    });
    expect(await lookFor(GRACE_MS)).toBe(0);
    expect(await leased()).toEqual([theirs]);
  });
});
