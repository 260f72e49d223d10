import { rm } from 'node:fs/promises';
import { SmtpSink } from '#libs/simulators';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../src/database/migrate.js';
import { allSettled, customers, type EmailStore, emailStore, ledgerOf, plan } from '../setup/email-scene.js';
import { quietPort } from '../setup/quiet-port.js';
import { ServiceProcess, type Step } from '../setup/service-process.js';
import { prepare, waitFor } from '../setup/test-app.js';
import { TestDatabase } from '../setup/test-database.js';

const RECIPIENTS = 250;
/** The connections of each process. It leases twice as many messages: `IN_HAND`. */
const CONNECTIONS = 6;
const IN_HAND = 12;

let environment: Record<string, string>;
let database: TestDatabase;
let sink: SmtpSink;
let store: EmailStore;
let everybody: readonly string[];
/** The one that a test kills. Its successor serves the next test. */
let service: ServiceProcess;
const processes: ServiceProcess[] = [];

beforeAll(async () => {
  sink = await SmtpSink.start();
  ({ environment } = await prepare({
    SMTP_URL: sink.url,
    SMTP_CONNECTIONS: String(CONNECTIONS),
    EMAIL_LEASE_SECONDS: '2',
  }));
  await migrate(environment['DATABASE_URL'] ?? '');
  database = new TestDatabase(environment['DATABASE_URL'] ?? '');
  store = await emailStore(database);
  everybody = await customers(database, store.retailerId, RECIPIENTS);
  service = await startService();
});
beforeEach(async () => {
  // After a failed test.
  if (service.exit) service = await startService();
});
afterAll(async () => {
  for (const process of processes) if (!process.exit) await process.end('SIGKILL');
  await database?.end();
  await sink?.stop();
  await rm(environment['DATA_DIR'] ?? '', { recursive: true, force: true });
});

async function startService(more: Record<string, string> = {}): Promise<ServiceProcess> {
  const started = await ServiceProcess.start({ ...environment, PORT: String(await quietPort()), ...more });
  processes.push(started);
  return started;
}

/** One email to each of the customers. */
interface Run {
  readonly executionId: string;
  /** The number of emails before it. */
  readonly earlier: number;
}

async function planAll(): Promise<Run> {
  const earlier = sink.emails.length;
  return { executionId: await plan(database, store, { customerIds: everybody }), earlier };
}

/** The same, and the service is killed at the nth step of this kind. */
async function planAndKill(kind: Step, nth: number): Promise<Run> {
  await service.killAt(kind, nth);
  const run = await planAll();
  expect(await service.ended).toEqual({ code: null, signal: 'SIGKILL' });
  expect(sink.emails.length - run.earlier).toBeLessThan(RECIPIENTS);
  return run;
}

/** The number of emails that each address got in the run. */
const receivedIn = ({ earlier }: Run): Map<string, number> => sink.perRecipient(earlier);

/** Checks that nobody got the email twice and that no message is lost. Uncertain messages must be `unknown`. */
async function expectOnceEach(run: Run, unknownAtMost: number): Promise<string[]> {
  const rows = await ledgerOf(database, run.executionId);
  expect(rows).toHaveLength(RECIPIENTS);
  const got = receivedIn(run);
  expect([...got].filter(([, emails]) => emails > 1)).toEqual([]);
  const sent = rows.filter(({ status }) => status === 'sent');
  expect(sent.filter(({ address }) => got.get(address ?? '') !== 1)).toEqual([]);
  const unknown = rows.filter(({ status }) => status === 'unknown');
  expect(sent.length + unknown.length).toBe(RECIPIENTS);
  expect(unknown.length).toBeLessThanOrEqual(unknownAtMost);
  return unknown.map(({ address }) => address ?? '');
}

describe('kill -9 of the service in the middle of 250 emails', () => {
  it.each<[when: string, kind: Step, nth: number]>([
    ['after it took some', 'message claimed', 2],
    ['before it has marked one as sending', 'message before_sending', 12],
    ['after it marked one as sending', 'message sending', 60],
    ['before it has written that', 'message before_settled', 12],
    ['after it wrote that', 'message settled', 150],
  ])('%s: nobody gets it twice, nobody is lost, and uncertain outcomes are unknown', async (_when, kind, nth) => {
    const run = await planAndKill(kind, nth);
    service = await startService();
    await waitFor(() => allSettled(database), 30_000);
    await expectOnceEach(run, IN_HAND);
  });

  it('counts emails that the server had accepted and no worker recorded as unknown', async () => {
    const run = await planAndKill('message handed_over', 100);
    service = await startService();
    await waitFor(() => allSettled(database), 30_000);
    const unknown = await expectOnceEach(run, IN_HAND);
    expect(unknown.length).toBeGreaterThan(0);
    expect(unknown.some((address) => receivedIn(run).has(address))).toBe(true);
  });
});

describe('a mail server that hangs up after it accepted an email', () => {
  it('leaves the message unknown, and it is not sent again', async () => {
    sink.behave('c7@example.com', { hangUp: 'after_accept' });
    sink.behave('c8@example.com', { hangUp: 'before_answer' });
    const run = await planAll();
    await waitFor(() => allSettled(database), 30_000);
    for (const address of ['c7@example.com', 'c8@example.com']) sink.behave(address);
    expect((await expectOnceEach(run, 2)).toSorted()).toEqual(['c7@example.com', 'c8@example.com']);
    expect(receivedIn(run).get('c7@example.com')).toBe(1);
  });
});

describe('two workers', () => {
  it('share the work, and one continues alone when the other is killed', async () => {
    // So slow that neither worker takes all messages at once.
    sink.behave('*', { delayMs: 50 });
    const other = await startService();
    const run = await planAndKill('message settled', 20);
    await waitFor(() => allSettled(database), 30_000);
    sink.behave('*');
    await expectOnceEach(run, IN_HAND);
    await other.end('SIGTERM');
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

  beforeAll(async () => {
    service = await startService(LONG);
  });

  it.each<[when: string, kind: Step, nth: number, unknownAtLeast: number]>([
    ['after it took some', 'message claimed', 2, 0],
    ['after it marked one as sending', 'message sending', 60, 1],
    ['after the server has some that are not written down', 'message handed_over', 100, 1],
  ])('%s: the rest goes on within five seconds of the restart', async (_when, kind, nth, unknownAtLeast) => {
    const run = await planAndKill(kind, nth);
    const [dead] = await leased();
    service = await startService(LONG);
    await waitFor(async () => (await leased(dead?.worker)).length === 0, 5_000);
    await waitFor(() => allSettled(database), 20_000);
    const unknown = await expectOnceEach(run, IN_HAND);
    expect(dead).toBeDefined();
    expect(unknown.length).toBeGreaterThanOrEqual(unknownAtLeast);
  });
});
