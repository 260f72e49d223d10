import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SmtpSink } from '#libs/simulators';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../src/database/migrate.js';
import { allSettled, customers, ledgerOf, emailStore, plan } from '../setup/email-scene.js';
import { quietPort } from '../setup/quiet-port.js';
import { ServiceProcess } from '../setup/service-process.js';
import { prepare, waitFor } from '../setup/test-app.js';
import { TestDatabase } from '../setup/test-database.js';

const RECIPIENTS = 500;
/** The connections of each process. It leases twice as many messages: `IN_HAND`. */
const CONNECTIONS = 6;
const IN_HAND = 12;
const KILL_AT = join(import.meta.dirname, '../setup/kill-at.mjs');

let environment: Record<string, string>;
let database: TestDatabase;
let sink: SmtpSink;
const processes: ServiceProcess[] = [];

beforeEach(async () => {
  sink = await SmtpSink.start();
  ({ environment } = await prepare({
    SMTP_URL: sink.url,
    SMTP_CONNECTIONS: String(CONNECTIONS),
    EMAIL_LEASE_SECONDS: '2',
  }));
  await migrate(environment['DATABASE_URL'] ?? '');
  database = new TestDatabase(environment['DATABASE_URL'] ?? '');
});
afterEach(async () => {
  for (const process of processes.splice(0)) if (!process.exit) await process.end('SIGKILL');
  await database.end();
  await sink.stop();
  await rm(environment['DATA_DIR'] ?? '', { recursive: true, force: true });
});

async function startService(more: Record<string, string> = {}, flags: readonly string[] = []): Promise<ServiceProcess> {
  const service = await ServiceProcess.start({ ...environment, PORT: String(await quietPort()), ...more }, flags);
  processes.push(service);
  return service;
}
const startDoomed = (killAt: string): Promise<ServiceProcess> =>
  startService({ KILL_AT: killAt }, ['--import', KILL_AT]);

async function planAll(): Promise<string> {
  const store = await emailStore(database);
  return plan(database, store, { customerIds: await customers(database, store.retailerId, RECIPIENTS) });
}

/** Checks that nobody got the email twice and that no message is lost. Uncertain messages must be `unknown`. */
async function expectOnceEach(executionId: string, unknownAtMost: number): Promise<string[]> {
  const rows = await ledgerOf(database, executionId);
  expect(rows).toHaveLength(RECIPIENTS);
  const got = sink.perRecipient();
  expect([...got].filter(([, emails]) => emails > 1)).toEqual([]);
  const sent = rows.filter(({ status }) => status === 'sent');
  expect(sent.filter(({ address }) => got.get(address ?? '') !== 1)).toEqual([]);
  const unknown = rows.filter(({ status }) => status === 'unknown');
  expect(sent.length + unknown.length).toBe(RECIPIENTS);
  expect(unknown.length).toBeLessThanOrEqual(unknownAtMost);
  return unknown.map(({ address }) => address ?? '');
}

describe('kill -9 of the service in the middle of 500 emails', () => {
  it.each([
    ['after it took some', 'claimed:2'],
    ['before it has marked one as sending', 'before_sending:12'],
    ['after it marked one as sending', 'sending:60'],
    ['before it has written that', 'before_settled:12'],
    ['after it wrote that', 'settled:150'],
  ])('%s: nobody gets it twice, nobody is lost, and uncertain outcomes are unknown', async (_name, killAt) => {
    const executionId = await planAll();
    const doomed = await startDoomed(killAt);
    expect(await doomed.ended).toEqual({ code: null, signal: 'SIGKILL' });
    const before = sink.emails.length;
    expect(before).toBeLessThan(RECIPIENTS);
    await startService();
    await waitFor(() => allSettled(database), 30_000);
    await expectOnceEach(executionId, IN_HAND);
  });

  it('counts emails that the server had accepted and no worker recorded as unknown', async () => {
    const executionId = await planAll();
    await (
      await startDoomed('handed_over:100')
    ).ended;
    await startService();
    await waitFor(() => allSettled(database), 30_000);
    const unknown = await expectOnceEach(executionId, IN_HAND);
    expect(unknown.length).toBeGreaterThan(0);
    expect(unknown.some((address) => sink.perRecipient().has(address))).toBe(true);
  });
});

/** Messages that a worker has leased and not settled. */
const leased = async (worker?: string): Promise<{ worker: string }[]> =>
  database.sql(
    `SELECT DISTINCT leased_by AS worker FROM messages
      WHERE status IN ('queued', 'sending') AND leased_until > now() AND leased_by = coalesce($1, leased_by)`,
    [worker ?? null],
  );

describe('kill -9 of the service with leases of two minutes', () => {
  const LONG = { EMAIL_LEASE_SECONDS: '120' };

  it.each([
    ['after it took some', 'claimed:2', 0],
    ['after it marked one as sending', 'sending:60', 1],
    ['after the server has some that are not written down', 'handed_over:100', 1],
  ])('%s: the rest goes on within five seconds of the restart', async (_name, killAt, unknownAtLeast) => {
    const executionId = await planAll();
    const doomed = await startService({ ...LONG, KILL_AT: killAt }, ['--import', KILL_AT]);
    await doomed.ended;
    const [dead] = await leased();
    await startService(LONG);
    await waitFor(async () => (await leased(dead?.worker)).length === 0, 5_000);
    await waitFor(() => allSettled(database), 20_000);
    const unknown = await expectOnceEach(executionId, IN_HAND);
    expect(dead).toBeDefined();
    expect(unknown.length).toBeGreaterThanOrEqual(unknownAtLeast);
  });
});

describe('two workers', () => {
  it('share the work, and one continues alone when the other is killed', async () => {
    // So slow that neither worker can take all messages before the other starts.
    sink.behave('*', { delayMs: 50 });
    const [doomed] = await Promise.all([startDoomed('settled:20'), startService()]);
    const executionId = await planAll();
    await doomed.ended;
    await waitFor(() => allSettled(database), 30_000);
    await expectOnceEach(executionId, IN_HAND);
  });
});

describe('a mail server that hangs up after it accepted an email', () => {
  it('leaves the message unknown, and it is not sent again', async () => {
    const executionId = await planAll();
    sink.behave('c7@example.com', { hangUp: 'after_accept' });
    sink.behave('c8@example.com', { hangUp: 'before_answer' });
    await startService();
    await waitFor(() => allSettled(database), 30_000);
    expect((await expectOnceEach(executionId, 2)).toSorted()).toEqual(['c7@example.com', 'c8@example.com']);
    expect(sink.perRecipient().get('c7@example.com')).toBe(1);
  });
});
