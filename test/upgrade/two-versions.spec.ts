import { rm } from 'node:fs/promises';
import { SmtpSink, WebhookSender } from '#libs/simulators';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signToken } from '../../src/auth/sign-token.js';
import { isSilentSql } from '../../src/commerce/model/causes.js';
import { migrate } from '../../src/database/migrate.js';
import { BusyStore, SEGMENTS } from '../factories/busy-store.js';
import { quietPort } from '../setup/quiet-port.js';
import { step } from '../setup/sequence-store.js';
import { ServiceProcess } from '../setup/service-process.js';
import { defineSegments, expectConsistency, storedState } from '../setup/store-state.js';
import { CLIENT_SECRET, prepare } from '../setup/test-app.js';
import { createDatabase, TestDatabase } from '../setup/test-database.js';
import { waitFor } from '../setup/wait-for.js';
import { installStore } from '../setup/webhooks.js';
import { Balancer } from './balancer.js';
import { EarlierBuild } from './earlier-build.js';

/** About 2,300 deliveries, a minute of load. */
const CUSTOMERS = 480;
const PER_SECOND = 40;
const ADMIN_SECRET = 'the admin of two versions at once';

let earlier: EarlierBuild;
let environment: Record<string, string>;
let database: TestDatabase;
let balancer: Balancer;
let sink: SmtpSink;
const processes: ServiceProcess[] = [];

beforeAll(async () => {
  earlier = await EarlierBuild.make();
  sink = await SmtpSink.start();
  ({ environment } = await prepare({
    DATABASE_URL: await createDatabase('template0'),
    SMTP_URL: sink.url,
    ADMIN_JWT_SECRET: ADMIN_SECRET,
  }));
  await earlier.migrate(urlOf());
  database = new TestDatabase(urlOf());
  balancer = await Balancer.start(PER_SECOND);
});
afterAll(async () => {
  await Promise.all(processes.filter((each) => !each.exit).map((each) => each.end('SIGKILL')));
  await balancer?.stop();
  await database?.end();
  await sink?.stop();
  await rm(environment?.['DATA_DIR'] ?? '', { recursive: true, force: true });
});

const urlOf = (): string => environment['DATABASE_URL'] ?? '';

async function start(main?: string): Promise<ServiceProcess> {
  const service = await ServiceProcess.start({ ...environment, PORT: String(await quietPort()) }, main);
  processes.push(service);
  return service;
}

/** A sequence that sends an email to everybody who enters the segment of buyers. */
async function putSequence(url: string, brandId: string): Promise<void> {
  const token = signToken('admin', { sub: 'tester', fullAccess: true }, [ADMIN_SECRET], 600);
  const { status } = await fetch(`${url}/admin/sequences/thanks`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      brandId,
      name: 'Thanks',
      segment: 'buyers',
      trigger: 'segment_entered',
      reentry: { policy: 'once' },
      steps: [step('thanks')],
    }),
  });
  expect(status).toBe(201);
}

/**
 * Waits for the emails, and checks that everybody whose last entry is by an order of now has an outcome, and the mail
 * server each email once. Who was skipped, for want of consent, may enter again and be skipped again.
 */
async function expectEmailsOnce(): Promise<number> {
  const open = `SELECT 1 FROM enrolments WHERE status = 'active' LIMIT 1`;
  await waitFor(async () => (await database.sql(open)).length === 0, 120_000);
  const messages = await database.sql<{ customer: string; status: string }>(
    'SELECT customer_id AS customer, status FROM messages',
  );
  const sent = messages.filter(({ status }) => status === 'sent').map(({ customer }) => customer);
  expect(messages.filter(({ status }) => status !== 'sent' && status !== 'skipped')).toEqual([]);
  const entered = await database.sql<{ customer: string; last: boolean }>(
    `SELECT DISTINCT ON (t.customer_id) t.customer_id AS customer, t.kind = 'entered' AND NOT ${isSilentSql('t.cause')} AS last
       FROM segment_transitions t JOIN segments s ON s.retailer_id = t.retailer_id AND s.id = t.segment_id
      WHERE s.name = 'buyers' ORDER BY t.customer_id, t.at DESC`,
  );
  const decided = new Set(messages.map(({ customer }) => customer));
  expect(entered.filter(({ customer, last }) => last && !decided.has(customer))).toEqual([]);
  expect(new Set(sent).size).toBe(sent.length);
  expect(new Set(sink.emails.map(({ to }) => to)).size).toBe(sink.taken);
  expect(sink.taken).toBe(sent.length);
  return sink.taken;
}

it('an upgrade under load fails no request, and loses or repeats no delivery and no email', async () => {
  const { retailerId, brandId } = await installStore(database);
  await defineSegments(database, { retailerId, brandId }, SEGMENTS);
  const store = new BusyStore({ seed: 'upgrade', customers: CUSTOMERS });
  const old = await start(earlier.main);
  await putSequence(old.url, brandId);
  const behindOld = balancer.add(old.url);
  const sender = new WebhookSender({ clientSecret: CLIENT_SECRET, concurrency: 16, timeoutMs: 30_000 });
  const answered: string[] = [];
  const playing = sender.sendAll(store.deliveries(balancer.url), ({ result, delivery }) => {
    if (result === 'delivered') answered.push(delivery.webhookId);
  });

  await waitFor(() => answered.length >= 300, 60_000);
  const applied = await migrate(urlOf());
  await waitFor(() => answered.length >= 600, 60_000);
  const fresh = await start();
  const emailsBefore = sink.taken;
  const behindNew = balancer.add(fresh.url);
  const beside = answered.length;
  await waitFor(() => answered.length >= beside + 600, 60_000);
  await balancer.drain(behindOld);
  expect(await old.end('SIGTERM')).toEqual({ code: 0, signal: null });
  const emailsAtEnd = sink.taken;
  const together = answered.length - beside;
  await playing;

  const { failed, dropped, retried } = sender.stats;
  await sender.close();
  await database.settled(120_000);
  const rows = await database.sql<{ id: string; status: string; attempts: number }>(
    'SELECT delivery_id AS id, status, attempts FROM deliveries',
  );
  const kept = new Map(rows.map((row) => [row.id, row]));
  expect({ failed, dropped, retried }).toEqual({ failed: 0, dropped: 0, retried: 0 });
  expect(answered.filter((id) => !kept.has(id))).toEqual([]);
  expect(rows.filter(({ attempts, status }) => attempts !== 1 || status === 'failed')).toEqual([]);
  expect(await storedState(database)).toEqual(store.expected);
  await expectConsistency(database);
  const emails = await expectEmailsOnce();
  process.stdout.write(
    [
      `from ${earlier.commit.slice(0, 8)}; migrations applied under load: ${applied.join(', ') || 'none'}`,
      `${answered.length} requests, ${behindOld.answered} to the old version and ${behindNew.answered} to the new one`,
      `${together} of them while both ran; 0 failed, 0 sent again, ${rows.length} deliveries kept and counted once`,
      `${emails} emails, ${emailsBefore} of them before the new version ran and ${emails - emailsAtEnd} after the old one; none twice\n`,
    ].join('\n'),
  );
});
