import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signToken } from '../../src/auth/sign-token.js';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { Order } from '../../src/commerce/model/order.entity.js';
import { migrate } from '../../src/database/migrate.js';
import { HistoryImport } from '../../src/imports/history-import.entity.js';
import { HistoryImportPart } from '../../src/imports/history-import-part.entity.js';
import { HistoryImportRefusal } from '../../src/imports/history-import-refusal.entity.js';
import { stored } from '../factories/given.js';
import type { SeenImport } from '../setup/import-client.js';
import { quietPort } from '../setup/quiet-port.js';
import { ServiceProcess } from '../setup/service-process.js';
import { prepare, waitFor } from '../setup/test-app.js';
import { TestDatabase } from '../setup/test-database.js';
import { installStore } from '../setup/webhooks.js';
import { wrongFacts } from '../setup/wrong-facts.js';

const SECRET = 'a secret of the tests with more than 32 bytes';
const TOKEN = `Bearer ${signToken('admin', { sub: 'tester', fullAccess: true }, [SECRET], 3_600)}`;
/** A batch has 5,000 lines. */
const [LINES, CUSTOMERS] = [22_000, 899];
/** Every hundredth line has no total. Each customer has lines in all batches. */
const FILE = Buffer.from(
  `orderId,customerId,total,orderedAt\n${Array.from(
    { length: LINES },
    (_, n) =>
      `${n},${n % CUSTOMERS},${n % 100 === 7 ? '' : '10.25'},2025-01-${String((n % 28) + 1).padStart(2, '0')}\n`,
  ).join('')}`,
);
const COUNTS = { lines: LINES, refused: LINES / 100, created: LINES * 0.99, updated: 0, unchanged: 0 };

let environment: Record<string, string>;
let database: TestDatabase;
let retailerId: string;
let service: ServiceProcess;
const blockers: pg.Client[] = [];

beforeEach(async () => {
  ({ environment } = await prepare({ ADMIN_JWT_SECRETS: SECRET, PORT: String(await quietPort()) }));
  await migrate(environment['DATABASE_URL'] ?? '');
  database = new TestDatabase(environment['DATABASE_URL'] ?? '');
  ({ retailerId } = await installStore(database));
  service = await ServiceProcess.start(environment);
});
afterEach(async () => {
  await Promise.all(blockers.splice(0).map((blocker) => blocker.end()));
  if (!service.exit) await service.end('SIGKILL');
  await database.end();
  await rm(environment['DATA_DIR'] ?? '', { recursive: true, force: true });
});

async function call(method: string, path = '', init: object = {}): Promise<SeenImport> {
  const headers = { authorization: TOKEN, 'content-type': 'application/json' };
  const url = `${service.url}/admin/retailers/${retailerId}/imports${path}`;
  return (await (await fetch(url, { headers, ...init, method })).json()) as SeenImport;
}
const send = (id: string, chunks: AsyncIterable<Buffer>): Promise<SeenImport> =>
  call('PUT', `/${id}/file`, {
    headers: { authorization: TOKEN, 'content-type': 'text/csv' },
    body: Readable.toWeb(Readable.from(chunks, { objectMode: false })),
    duplex: 'half',
  });
async function* halfOfFile(until: Promise<unknown>): AsyncGenerator<Buffer> {
  yield FILE.subarray(0, FILE.length / 2);
  await until;
}
const row = async () => (await stored(database).rows(HistoryImport, { retailerId }))[0];
const orders = (): Promise<number> => stored(database).count(Order, { retailerId });

/** Holds the lock of the statement until it is called. It waits behind those who hold or wanted the lock before. */
async function lock(statement: string): Promise<() => Promise<void>> {
  const client = new pg.Client(environment['DATABASE_URL']);
  await client.connect();
  blockers.push(client);
  await client.query('BEGIN');
  const locked = client.query(`LOCK TABLE ${statement} MODE`);
  return async () => {
    await locked;
    await client.query('ROLLBACK');
  };
}
/** How many statements wait for a lock on the table. */
const waiting = async (table: string): Promise<number> =>
  (await database.sql(`SELECT 1 FROM pg_locks WHERE NOT granted AND relation = '${table}'::regclass`)).length;

/** Kills the service, lets the locks go and starts it again. */
async function crash(...locks: readonly (() => Promise<void>)[]): Promise<void> {
  expect(await service.end('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });
  for (const release of locks) await release();
  // The sweep takes over what has been silent for half a minute.
  await waitFor(async () => {
    const silent = await database.sql(
      `UPDATE history_imports SET updated_at = now() - interval '2 minutes'
        WHERE id IN (SELECT id FROM history_imports FOR UPDATE SKIP LOCKED) RETURNING id`,
    );
    return silent.length === 1;
  });
}
const restart = async (): Promise<void> => {
  service = await ServiceProcess.start(environment);
};

describe('kill -9 of the service', () => {
  it('while the file of an import arrives, in a batch, at its end and in its undoing: nothing is lost or doubled', async () => {
    const { id } = await call('POST', '', { body: JSON.stringify({ kind: 'orders', source: 'till', format: 'csv' }) });
    const half = send(id, halfOfFile(service.ended)).catch(() => undefined);
    await waitFor(async () => typeof (await row())?.uploadId === 'string');
    await crash();
    expect(await half).toBeUndefined();
    await restart();
    await waitFor(async () => (await send(id, Readable.from([FILE]))).state === 'uploaded');

    // One batch is let through, and the next one waits with its orders written and not committed.
    await call('POST', `/${id}/start`, { body: '{}' });
    const first = await lock('history_import_refusals IN ACCESS EXCLUSIVE');
    await waitFor(async () => (await waiting('history_import_refusals')) === 1);
    const before = (await row())?.lines ?? 0;
    const second = await lock('history_import_refusals IN ACCESS EXCLUSIVE');
    await waitFor(async () => (await waiting('history_import_refusals')) === 2);
    await first();
    const lines = before + 5_000;
    await waitFor(async () => (await row())?.lines === lines && (await waiting('history_import_refusals')) === 1);
    await crash(second);
    expect([(await row())?.lines, await orders()]).toEqual([lines, lines * 0.99]);

    // The file can be read, and not be deleted.
    const third = await lock('history_import_parts IN SHARE');
    await restart();
    await waitFor(async () => (await waiting('history_import_parts')) === 1);
    await crash(third);
    expect(await row()).toMatchObject({ ...COUNTS, state: 'running' });

    await restart();
    await waitFor(async () => (await row())?.state === 'completed');
    expect(await row()).toMatchObject({ ...COUNTS, problem: null });
    expect(await orders()).toBe(COUNTS.created);
    expect(await stored(database).count(HistoryImportRefusal, { retailerId })).toBe(COUNTS.refused);
    expect(await stored(database).count(HistoryImportPart, { retailerId })).toBe(0);
    expect(await stored(database).count(Customer, { retailerId })).toBe(CUSTOMERS);
    expect(await wrongFacts(database, retailerId)).toEqual([]);

    // The last step of the undoing waits.
    const fourth = await lock('imported_customers IN SHARE');
    await call('POST', `/${id}/undo`);
    await waitFor(async () => (await waiting('imported_customers')) === 1);
    expect(await orders()).toBe(0);
    await crash(fourth);
    expect(await stored(database).count(Customer, { retailerId })).toBe(CUSTOMERS);
    await restart();
    await waitFor(async () => (await row())?.state === 'undone');
    expect(await stored(database).count(Customer, { retailerId })).toBe(0);
  });
});
