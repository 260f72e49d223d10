import { SmtpSink } from '#libs/simulators';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { ConfirmationRequest } from '../../src/email/ledger/confirmation-request.entity.js';
import { given, stored } from '../factories/given.js';
import { customers, type EmailStore, emailStore } from '../setup/email-scene.js';
import { step } from '../setup/sequence-store.js';
import { TestApp, waitFor } from '../setup/test-app.js';

interface Execution {
  readonly executionId: string;
  readonly status: string;
  readonly counts: { readonly sent: number; readonly skipped: Readonly<Record<string, number>> };
  readonly confirmationsRequested: number;
}

let app: TestApp;
let sink: SmtpSink;
let store: EmailStore;
let ids: string[];

beforeAll(async () => {
  sink = await SmtpSink.start();
  app = await TestApp.start({ SMTP_URL: sink.url });
  store = await emailStore(app);
  const { brandId, retailerId } = store;
  const sender = { email: 'hello@shop.example', postalAddress: '1 Lane, Town' };
  await app.admin('PATCH', `/admin/brands/${brandId}`, { name: 'Corner', sender });
  ids = await customers(app, retailerId, 4);
  await given(app).set(Customer, { marketing: 'unknown', marketingUpdatedAt: null }, { retailerId });
  // The first two records are one person, who reads German.
  await given(app).set(Customer, { email: 'ada@example.com', language: 'de-AT' }, { id: ids.slice(0, 2) });
  await given(app).set(Customer, { marketing: 'subscribed' }, { id: ids[3] });
  await app.admin('POST', '/admin/segments/upsert', {
    brandId,
    segments: [{ name: 'All', criteria: { minOrders: 0 } }],
  });
  await app.settled();
  const saved = await app.admin('PUT', '/admin/sequences/ask', {
    brandId,
    name: 'A',
    segment: 'All',
    steps: [step('one')],
  });
  expect(saved.status).toBe(201);
});
afterAll(async () => {
  await app?.stop();
  await sink?.stop();
});

const setting = (enabled: boolean) =>
  app.admin<{ errors?: { pointer: string; detail: string }[] }>('PATCH', `/admin/brands/${store.brandId}`, {
    settings: { doubleOptIn: { enabled } },
  });
const inCountry = (country: string | null) =>
  app.sql(`UPDATE brands SET store_sender = jsonb_strip_nulls(jsonb_build_object('country', $2::text)) WHERE id = $1`, [
    store.brandId,
    country,
  ]);
async function execute(): Promise<Execution> {
  const headers = { prefer: 'wait=20' };
  const { body } = await app.admin<Execution>('POST', '/admin/sequences/ask/execute', { repeat: true }, headers);
  expect(body.status).toBe('completed');
  return body;
}
const asked = () => sink.emails.filter(({ source }) => !/^Subject: one for/m.test(source));
const marketing = async () =>
  (await stored(app).rows(Customer, { id: ids.slice(0, 3) }, 'marketing')).map((row) => row.marketing);
const linkOf = (source: string): string => /<(http[^>]*\/unsubscribe\/[\w-]+)>/.exec(source)?.[1] ?? '';

describe('asking for consent', () => {
  it.each([
    ['DE', /European Union/],
    ['CA', /Canada/],
    ['BR', /not known/],
    [null, /does not say its country/],
  ])('is refused with words in %s', async (country, words) => {
    await inCountry(country);
    const { status, body } = await setting(true);
    expect([status, body.errors?.[0]?.pointer]).toEqual([422, '/settings/doubleOptIn/enabled']);
    expect(body.errors?.[0]?.detail).toMatch(words);
  });

  it('does not happen by itself', async () => {
    const { counts, confirmationsRequested } = await execute();
    expect([counts.sent, counts.skipped['no_consent'], confirmationsRequested]).toEqual([1, 2, 0]);
    expect(asked()).toEqual([]);
  });

  it('sends one email to each person, ever, in their language', async () => {
    await inCountry('US');
    expect((await setting(true)).status).toBe(200);
    expect((await execute()).confirmationsRequested).toBe(2);
    await waitFor(() => asked().length === 2, 30_000);
    const german = asked().find(({ to }) => to === 'ada@example.com');
    expect(german?.source.replaceAll(/=\r?\n/g, '')).toContain('Ja, ich m=C3=B6');
    const again = await execute();
    expect([again.counts.skipped['no_consent'], again.confirmationsRequested]).toEqual([2, 0]);
    expect(asked()).toHaveLength(2);
  });

  it('accepts nobody who only opens the link, and remembers who says yes, and when', async () => {
    const [link = ''] = asked()
      .filter(({ to }) => to === 'ada@example.com')
      .map(({ source }) => linkOf(source));
    const page = await fetch(link, { headers: { 'accept-language': 'de' } });
    expect(await page.text()).toContain('Ja, ich m');
    expect(await marketing()).toEqual(['unknown', 'unknown', 'unknown']);
    const before = new Date();
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    await fetch(link, { method: 'POST', headers: form, body: 'choice=subscribed' });
    expect((await marketing()).toSorted()).toEqual(['subscribed', 'subscribed', 'unknown']);
    const [yes] = await stored(app).rows(
      ConfirmationRequest,
      { customerId: ids.slice(0, 2) },
      'confirmedAt',
      'messageId',
    );
    expect(yes?.confirmedAt?.getTime()).toBeGreaterThanOrEqual(before.getTime() - 1_000);
    expect(yes?.messageId).toEqual(expect.any(String));
    expect((await execute()).counts.skipped).toMatchObject({ no_consent: 1 });
  });

  it('takes a one-click unsubscription as a no', async () => {
    const [link = ''] = asked()
      .filter(({ to }) => to === 'c3@example.com')
      .map(({ source }) => linkOf(source));
    await fetch(link, { method: 'POST', body: 'List-Unsubscribe=One-Click' });
    expect((await marketing()).toSorted()).toEqual(['subscribed', 'subscribed', 'unsubscribed']);
  });
});
