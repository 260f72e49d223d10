import { createHmac, randomUUID } from 'node:crypto';
import { SmtpSink } from '#libs/simulators';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Message } from '../../src/email/ledger/message.entity.js';
import { stored } from '../factories/given.js';
import { customers, type EmailStore, emailStore } from '../setup/email-scene.js';
import { expectMetric } from '../setup/metrics.js';
import { step } from '../setup/sequence-store.js';
import { TestApp, waitFor } from '../setup/test-app.js';

interface Paused {
  readonly status?: string;
  readonly pausedAt?: string | null;
  readonly pausedBy: {
    readonly kind: string;
    readonly provider: string;
    readonly cases: number;
    readonly detail: string;
  } | null;
}

const SECRET = 's'.repeat(40);
let app: TestApp;
let sink: SmtpSink;
let store: EmailStore;
let executionId: string;

beforeAll(async () => {
  sink = await SmtpSink.start();
  app = await TestApp.start({ SMTP_URL: sink.url, EMAIL_WEBHOOK_SECRETS: SECRET });
  store = await emailStore(app);
  const { brandId, retailerId } = store;
  const sender = { email: 'hello@winterlane.example', postalAddress: '1 Lane, Wintertown' };
  await app.admin('PATCH', `/admin/brands/${brandId}`, { sender });
  await customers(app, retailerId, 40);
  await app.sql(`UPDATE customers SET email = replace(email, '@example.com', '@gmail.com') WHERE retailer_id = $1`, [
    retailerId,
  ]);
  await app.admin('POST', '/admin/segments/upsert', {
    brandId,
    segments: [{ name: 'All', criteria: { minOrders: 0 } }],
  });
  await app.settled();
  const steps = [step('one'), step('two', 'P2D')];
  await app.admin('PUT', '/admin/sequences/watched', { brandId, name: 'W', segment: 'All', steps });
  const started = await app.admin<{ executionId: string }>('POST', '/admin/sequences/watched/execute', {});
  ({ executionId } = started.body);
  await waitFor(() => sink.emails.length === 40, 30_000);
});
afterAll(async () => {
  await app?.stop();
  await sink?.stop();
});

async function report(type: string, messageIds: readonly string[]): Promise<void> {
  const occurredAt = new Date().toISOString();
  const body = JSON.stringify({
    events: messageIds.map((messageId) => ({ id: randomUUID(), type, messageId, occurredAt })),
  });
  const [id, at] = [randomUUID(), String(Math.floor(Date.now() / 1_000))];
  const signature = createHmac('sha256', SECRET).update(`${id}.${at}.${body}`).digest('base64');
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': at,
    'webhook-signature': `v1,${signature}`,
  };
  expect((await fetch(`${app.url}/email/events`, { method: 'POST', headers, body })).status).toBe(200);
}
const complain = (from: number, to: number): Promise<void> =>
  report(
    'complaint',
    sink.emails.slice(from, to).map(({ messageId }) => messageId),
  );
const sequence = async (): Promise<Paused> => (await app.admin<Paused>('GET', '/admin/sequences/watched')).body;
const execution = async (): Promise<Paused> =>
  (await app.admin<Paused>('GET', `/admin/executions/${executionId}`)).body;

describe('a sequence that people complain about', () => {
  it('goes on after one complaint', async () => {
    await complain(0, 1);
    await waitFor(async () => (await app.sql(`SELECT 1 FROM email_events`)).length === 1);
    expect(await sequence()).toMatchObject({ pausedAt: null, pausedBy: null });
  });

  it('is paused after a handful, with the reason in the sequence, the execution, the log and the metrics', async () => {
    await complain(1, 3);
    await waitFor(async () => (await sequence()).pausedBy !== null);
    const cause = { kind: 'complaints', provider: 'gmail', emails: 40, cases: 3 };
    expect(await sequence()).toMatchObject({ pausedAt: expect.any(String) as string, pausedBy: cause });
    expect(await execution()).toMatchObject({ status: 'running', pausedBy: cause });
    expect((await execution()).pausedBy?.detail).toContain('3 of 40 emails to gmail were reported as spam (7.5 %)');
    const { retailerId } = store;
    const queued = await stored(app).rows(Message, { retailerId, status: 'queued' }, 'held');
    expect(queued.every(({ held }) => held)).toBe(true);
    const refused = await app.admin<{ code: string }>('POST', '/admin/sequences/watched/execute', { repeat: true });
    expect(refused.body.code).toBe('sequence_paused');
    await expectMetric(app, /rekindle_reputation_pauses_total\{kind="complaints",provider="gmail"\} 1/);
    const logged = async () =>
      (await app.admin<{ items: object[] }>('GET', '/admin/actions?subject=reputation-governor')).body.items;
    await waitFor(async () => (await logged()).length > 0);
    expect(await logged()).toMatchObject([{ target: '/admin/sequences/watched/pause', retailerId, outcome: 'ok' }]);
  });

  it('is resumed by an admin, after which old complaints and late ones about old emails no longer count', async () => {
    const resumed = await app.admin<Paused>('POST', '/admin/sequences/watched/resume');
    expect(resumed.body).toMatchObject({ pausedAt: null, pausedBy: null });
    await complain(3, 8);
    await waitFor(async () => (await app.sql(`SELECT 1 FROM email_events`)).length === 8);
    expect(await sequence()).toMatchObject({ pausedAt: null, pausedBy: null });
    expect(await app.sql(`SELECT 1 FROM stream_holds WHERE resumed_at IS NOT NULL`)).toHaveLength(1);
  });
});
