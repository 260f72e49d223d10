import { createHmac, randomUUID } from 'node:crypto';
import { SmtpSink } from '#libs/simulators';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { Suppression } from '../../src/email/consent/suppression.entity.js';
import { Dispatch } from '../../src/email/ledger/dispatch.entity.js';
import { Message } from '../../src/email/ledger/message.entity.js';
import { Brand } from '../../src/retailers/brand.entity.js';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { Segment } from '../../src/segmentation/definitions/segment.entity.js';
import { Membership } from '../../src/segmentation/membership/membership.entity.js';
import { given, stored } from '../factories/given.js';
import { allSettled, customers, ledgerOf, type EmailStore, emailStore, plan, tally } from '../setup/email-scene.js';
import { expectMetric } from '../setup/metrics.js';
import { TestApp, waitFor } from '../setup/test-app.js';

const REPORT_SECRET = 'r'.repeat(40);
let app: TestApp;
let sink: SmtpSink;
let store: EmailStore;
let stores = 0;

beforeAll(async () => {
  sink = await SmtpSink.start();
  app = await TestApp.start({
    SMTP_URL: sink.url,
    SMTP_CONNECTIONS: '4',
    EMAIL_RETRY_SECONDS: '1',
    EMAIL_FROM: 'Rekindle <mail@rekindle.example>',
    EMAIL_WEBHOOK_SECRETS: REPORT_SECRET,
  });
});
afterAll(async () => {
  await app.stop();
  await sink.stop();
});
beforeEach(async () => {
  sink.emails.length = 0;
  store = await emailStore(app, `email${(stores += 1)}.myshopify.com`);
});

const settled = (): Promise<void> => waitFor(() => allSettled(app), 30_000);
const emailsTo = (address: string) => sink.emails.filter(({ to }) => to === address);
const tokenIn = (source: string): string =>
  /^List-Unsubscribe:\s*<[^>]*\/unsubscribe\/([\w-]+)>/im.exec(source)?.[1] ?? '';

/** Sends one email to one customer; returns the token of its link and its Message-ID. */
async function oneEmail(): Promise<{ customer: string; token: string; messageId: string; executionId: string }> {
  const [customer = ''] = await customers(app, store.retailerId, 1);
  const executionId = await plan(app, store, { customerIds: [customer] });
  await settled();
  const [email] = sink.emails;
  return {
    customer,
    token: tokenIn(email?.source ?? ''),
    messageId: email?.messageId ?? '',
    executionId,
  };
}
const marketingOf = async (customer: string): Promise<string | undefined> =>
  (await stored(app).rows(Customer, { id: customer }, 'marketing'))[0]?.marketing;

describe('at the moment of sending', () => {
  it('leaves out customers who unsubscribed, were suppressed or erased, or left the segment since the plan', async () => {
    const { retailerId, brandId } = store;
    const ids = await customers(app, retailerId, 6);
    const segmentId = randomUUID();
    await given(app).insert(Segment, {
      retailerId,
      id: segmentId,
      brandId,
      name: 'S',
      criteria: { minOrders: 0 },
      status: 'ready',
      evaluatedAt: new Date(),
    });
    await app.sql(
      `INSERT INTO segment_memberships (retailer_id, segment_id, customer_id, entered_at) SELECT $1, $2, id, now() FROM unnest($3::uuid[]) id`,
      [retailerId, segmentId, ids],
    );
    await given(app).set(Customer, { marketing: 'unsubscribed' }, { id: ids[0] });
    await given(app).set(Customer, { marketing: 'unknown' }, { id: ids[1] });
    await given(app).set(Customer, { email: null }, { id: ids[2] });
    await given(app).set(Membership, { leftAt: new Date() }, { customerId: ids[3] });
    await given(app).set(Customer, { email: 'moved@example.com' }, { id: ids[5] });
    const executionId = await plan(app, store, { customerIds: [...ids, randomUUID()], segmentId });
    await settled();
    expect(await tally(app, executionId)).toEqual({
      'skipped: unsubscribed': 1,
      'skipped: no_consent': 1,
      'skipped: no_address': 1,
      'skipped: left_segment': 1,
      'skipped: customer_gone': 1,
      sent: 2,
    });
    expect(sink.emails.map(({ to }) => to).toSorted()).toEqual(['c5@example.com', 'moved@example.com']);
  });

  it('sends nothing for an uninstalled store', async () => {
    const ids = await customers(app, store.retailerId, 2);
    await given(app).set(Retailer, { status: 'uninstalled' }, { id: store.retailerId });
    const executionId = await plan(app, store, { customerIds: ids });
    await settled();
    expect(await tally(app, executionId)).toEqual({ 'skipped: store_uninstalled': 2 });
  });

  it('keeps a frequency cap across executions that are sent at the same time', async () => {
    const ids = await customers(app, store.retailerId, 20);
    const frequencyCap = { messages: 2, days: 7 };
    const executions = await Promise.all(
      [1, 2, 3].map(() => plan(app, store, { customerIds: ids, steps: ['a', 'b'], frequencyCap })),
    );
    await settled();
    const counts = await Promise.all(executions.map((id) => tally(app, id)));
    expect(counts.reduce((sum, { sent = 0 }) => sum + sent, 0)).toBe(40);
    expect(new Set(sink.perRecipient().values())).toEqual(new Set([2]));
  });

  it('keeps a frequency cap if several steps of one customer are due at the same time', async () => {
    const ids = await customers(app, store.retailerId, 3);
    const steps = Array.from({ length: 8 }, (_, index) => `step${index}`);
    const frequencyCap = { messages: 1, days: 1 };
    const executions = await Promise.all([1, 2].map(() => plan(app, store, { customerIds: ids, steps, frequencyCap })));
    await settled();
    const counts = await Promise.all(executions.map((id) => tally(app, id)));
    expect(counts.reduce((sum, { sent = 0 }) => sum + sent, 0)).toBe(3);
    expect([...sink.perRecipient().values()]).toEqual([1, 1, 1]);
  });

  it('waits for the end of quiet hours', async () => {
    const ids = await customers(app, store.retailerId, 1);
    const executionId = await plan(app, store, {
      customerIds: ids,
      quietHours: { from: '00:00', to: '23:59' },
      timeZone: 'Asia/Tokyo',
    });
    await waitFor(async () => (await ledgerOf(app, executionId))[0]?.reason === 'quiet_hours');
    const [row] = await ledgerOf(app, executionId);
    expect(row?.due.toISOString()).toMatch(/T14:59:00.000Z$/);
    expect(sink.emails).toEqual([]);
    await given(app).set(Dispatch, { quietHours: null }, { executionId });
    await given(app).set(Message, { dueAt: new Date() }, { executionId });
    await settled();
    expect(await tally(app, executionId)).toEqual({ sent: 1 });
  });
});

describe('the answer of the mail server', () => {
  it('leads to a retry after 4xx, to a failure after 5xx, and suppresses a dead mailbox', async () => {
    const ids = await customers(app, store.retailerId, 3);
    sink.behave('c1@example.com', { refuse: { code: 451, text: '4.2.0 later' } });
    sink.behave('c2@example.com', { refuse: { code: 550, text: '5.1.1 no such user' } });
    sink.behave('c3@example.com', { refuseData: { code: 554, text: '5.7.1 spam' } });
    try {
      const executionId = await plan(app, store, { customerIds: ids });
      await waitFor(async () => (await tally(app, executionId))['failed: rejected'] === 2);
      await waitFor(async () => (await ledgerOf(app, executionId)).some(({ reason }) => reason === 'deferred'));
      sink.behave('c1@example.com');
      sink.behave('c3@example.com');
      await settled();
      expect(await tally(app, executionId)).toEqual({ sent: 1, 'failed: rejected': 2 });
      const again = await plan(app, store, { customerIds: ids });
      await settled();
      expect(await tally(app, again)).toEqual({ sent: 2, 'skipped: suppressed': 1 });
      for (const outcome of ['sent', 'deferred', 'failed']) {
        await expectMetric(
          app,
          new RegExp(`^rekindle_emails_total\\{outcome="${outcome}",platform="platform-a"\\} [1-9]`, 'm'),
        );
      }
    } finally {
      for (const name of ['c1', 'c2', 'c3']) sink.behave(`${name}@example.com`);
    }
  });

  it('cannot be changed by a header that a name tries to inject', async () => {
    const ids = await customers(app, store.retailerId, 1);
    await app.sql(`UPDATE customers SET first_name = E'Eve\\r\\nBcc: evil@example.com' WHERE id = $1`, [ids[0]]);
    await plan(app, store, { customerIds: ids });
    await settled();
    const [email] = sink.emails;
    expect(email?.source.slice(0, email.source.indexOf('\r\n\r\n'))).not.toMatch(/^bcc:/im);
    expect(email?.to).toBe('c1@example.com');
  });
});

describe('the link to unsubscribe', () => {
  const shown = async (token: string, headers: Record<string, string> = {}, body?: URLSearchParams) => {
    const init = body ? { method: 'POST', headers, body } : { headers };
    const answer = await fetch(`${app.url}/unsubscribe/${token}`, init);
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };

  it('names the brand and shows the current consent, each time with a button to change it', async () => {
    const { token } = await oneEmail();
    await given(app).set(Brand, { name: 'Winter & <Lane>' }, { retailerId: store.retailerId });
    const subscribed = await shown(token);
    expect(subscribed.text).toContain('Winter &amp; &lt;Lane&gt;');
    expect(subscribed.text).toContain('You receive these emails.');
    expect(subscribed.text).toContain('value="unsubscribed"');
    expect(subscribed.text).not.toContain('value="subscribed"');
    const left = await shown(token, {}, new URLSearchParams({ choice: 'unsubscribed' }));
    expect(left.text).toContain('You no longer receive these emails from <bdi>Winter &amp; &lt;Lane&gt;</bdi>.');
    expect(left.text).toContain('value="subscribed"');
    expect((await shown(token)).text).toContain('You are unsubscribed');
    const back = await shown(token, {}, new URLSearchParams({ choice: 'subscribed' }));
    expect(back.text).toContain('You receive these emails.');
    expect((await shown(token)).text).toContain('value="unsubscribed"');
  });

  it.each([
    ['de-AT,de;q=0.9', 'de', 'ltr', 'Abmelden'],
    ['fr', 'fr', 'ltr', 'Se désabonner'],
    ['es-MX', 'es', 'ltr', 'Darse de baja'],
    ['ar-EG', 'ar', 'rtl', 'إلغاء الاشتراك'],
    ['tlh', 'en', 'ltr', 'Unsubscribe'],
  ])("shows a page in the reader's language: %s", async (header, tag, dir, button) => {
    const { token } = await oneEmail();
    const { text } = await shown(token, { 'accept-language': header });
    expect(text).toContain(`<html lang="${tag}" dir="${dir}">`);
    expect(text).toContain(`>${button}</button>`);
  });

  it.each(['hard_bounce', 'complaint'])('offers no button for an address with a %s', async (reason) => {
    const { token } = await oneEmail();
    await app.sql(
      `INSERT INTO suppressions (retailer_id, address_hash, reason)
       SELECT $1::uuid, encode(sha256(convert_to($1::text || ':c1@example.com', 'UTF8')), 'hex'), $2`,
      [store.retailerId, reason],
    );
    const { status, text } = await shown(token);
    expect(status).toBe(200);
    expect(text).toContain('are sent to this address');
    expect(text).not.toContain('<form');
  });

  it('changes nothing on GET and works without scripts', async () => {
    const { customer, token } = await oneEmail();
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetch(`${app.url}/unsubscribe/${token}`, { method });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(await answer.text()).not.toMatch(/<script|@example/);
    }
    expect(await marketingOf(customer)).toBe('subscribed');
  });

  it.each([
    ['one click of an email client', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'one click as a multipart form',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
    ],
    ['the button on the page', 'application/x-www-form-urlencoded', 'choice=unsubscribed'],
    ['an empty body', 'text/plain', ''],
  ])('unsubscribes on POST: %s, twice, and the next email is not sent', async (_name, type, body) => {
    const { customer, token } = await oneEmail();
    for (const _ of [1, 2]) {
      const answer = await fetch(`${app.url}/unsubscribe/${token}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
        redirect: 'manual',
      });
      expect(answer.status).toBe(200);
    }
    expect(await marketingOf(customer)).toBe('unsubscribed');
    const next = await plan(app, store, { customerIds: [customer] });
    await settled();
    expect(await tally(app, next)).toEqual({ 'skipped: unsubscribed': 1 });
  });

  it('can subscribe again', async () => {
    const { customer, token } = await oneEmail();
    const post = (choice: string) =>
      fetch(`${app.url}/unsubscribe/${token}`, { method: 'POST', body: new URLSearchParams({ choice }) });
    await post('unsubscribed');
    expect(await marketingOf(customer)).toBe('unsubscribed');
    await post('subscribed');
    expect(await marketingOf(customer)).toBe('subscribed');
  });

  it('shows a page to an erased person, and answers 404 to an invalid token', async () => {
    const { customer, token } = await oneEmail();
    await given(app).set(Message, { customerId: null, address: null }, { customerId: customer });
    await given(app).delete(Customer, { id: customer });
    const post = (path: string) => fetch(`${app.url}/unsubscribe/${path}`, { method: 'POST' });
    expect((await post(token)).status).toBe(200);
    await given(app).delete(Message, { retailerId: store.retailerId });
    expect((await post(token)).status).toBe(200);
    const forged = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A');
    for (const wrong of [forged, 'x', `${token}A`, encodeURIComponent('../x')]) {
      expect((await post(wrong)).status).toBe(404);
      expect((await fetch(`${app.url}/unsubscribe/${wrong}`)).status).toBe(404);
    }
  });
});

describe('reports of bounces and complaints', () => {
  const report = (events: unknown, change: { secret?: string; timestamp?: number } = {}) => {
    const body = JSON.stringify({ events });
    const timestamp = String(change.timestamp ?? Math.floor(Date.now() / 1_000));
    const signature = createHmac('sha256', change.secret ?? REPORT_SECRET)
      .update(`id1.${timestamp}.${body}`)
      .digest('base64');
    return fetch(`${app.url}/email/events`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': 'id1',
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,AAAA v1,${signature}`,
      },
      body,
    });
  };
  const event = (messageId: string, type: string) => ({
    id: randomUUID(),
    type,
    messageId,
    occurredAt: '2026-11-21T10:00:00Z',
  });

  it.each(['hard_bounce', 'complaint'])('suppress the address after a %s, once', async (type) => {
    const { customer, messageId } = await oneEmail();
    const one = event(`<${messageId}>`, type);
    expect(await (await report([one])).json()).toEqual({ recorded: 1, ignored: 0 });
    expect(await (await report([one, event('<x@y.example>', type)])).json()).toEqual({ recorded: 0, ignored: 2 });
    const next = await plan(app, store, { customerIds: [customer] });
    await settled();
    expect(await tally(app, next)).toEqual({ 'skipped: suppressed': 1 });
  });

  it('do not suppress after a delivery or a soft bounce, and replace the status unknown', async () => {
    const { customer, messageId, executionId } = await oneEmail();
    await given(app).set(Message, { status: 'unknown', reason: 'no_answer' }, { executionId });
    expect((await report([event(messageId, 'delivered')])).status).toBe(200);
    expect((await tally(app, executionId))['sent: delivered']).toBe(1);
    await report([event(messageId, 'soft_bounce')]);
    const next = await plan(app, store, { customerIds: [customer] });
    await settled();
    expect(await tally(app, next)).toEqual({ sent: 1 });
    expect(emailsTo('c1@example.com')).toHaveLength(2);
  });

  it('are refused with a wrong signature, an old timestamp or a wrong body', async () => {
    const { messageId } = await oneEmail();
    const one = event(messageId, 'complaint');
    expect((await report([one], { secret: 'x'.repeat(40) })).status).toBe(401);
    expect((await report([one], { timestamp: Math.floor(Date.now() / 1_000) - 600 })).status).toBe(401);
    expect((await fetch(`${app.url}/email/events`, { method: 'POST' })).status).toBe(401);
    const wrong = await report([{ ...one, type: 'exploded' }]);
    expect(wrong.status).toBe(422);
    expect(await wrong.json()).toMatchObject({ errors: [{ pointer: '/events/0/type' }] });
    expect(await stored(app).rows(Suppression, { retailerId: store.retailerId })).toEqual([]);
  });

  it.each(['2026-W47-6', '2026-325', '2026-11-21T10', '2026-11-21T10:00:00', '2026-02-30T10:00:00Z', 1_795_255_200])(
    'are refused without an exact time: %s',
    async (occurredAt) => {
      const answer = await report([{ ...event('<x@y.example>', 'complaint'), occurredAt }]);
      expect(answer.status).toBe(422);
      expect(await answer.json()).toMatchObject({ errors: [{ pointer: '/events/0/occurredAt' }] });
    },
  );

  it('keep the instant in any time zone', async () => {
    const { messageId } = await oneEmail();
    await report([{ ...event(messageId, 'delivered'), occurredAt: '2026-11-21T12:30:00+02:30' }]);
    const events = await app.sql(`SELECT occurred_at AS at FROM email_events WHERE retailer_id = $1`, [
      store.retailerId,
    ]);
    expect(events).toEqual([{ at: new Date('2026-11-21T10:00:00Z') }]);
  });
});

describe('a template that hangs for one recipient', () => {
  it('fails for that recipient alone, and is not retried without end', async () => {
    const { retailerId, templateId } = store;
    const ids = await customers(app, retailerId, 30);
    const endless = `{% assign l = (1..1500) %}{% assign m = l | where_exp: "x", "l | where_exp: 'y', 'x == y'" %}`;
    await app.sql(
      `UPDATE email_templates SET html = '{% if customer.firstName == "Name7" %}' || $3 || '{% endif %}' || html
        WHERE retailer_id = $1 AND id = $2`,
      [retailerId, templateId, endless],
    );
    const executionId = await plan(app, store, { customerIds: ids });
    await settled();
    expect(await tally(app, executionId)).toEqual({ sent: 29, 'failed: broken_mail': 1 });
    expect(emailsTo('c7@example.com')).toEqual([]);
    expect((await fetch(`${app.url}/health/live`)).status).toBe(200);
  });
});
