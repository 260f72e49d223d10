import { SmtpSink } from '#libs/simulators';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { aCustomerRedact } from '../factories/compliance.js';
import { given } from '../factories/given.js';
import { aCustomer, anOrder, json, newId } from '../factories/wire.js';
import { allSettled, customerIdOf, type EmailStore, emailStore, plan } from '../setup/email-scene.js';
import { TestApp, waitFor } from '../setup/test-app.js';
import { deliver } from '../setup/webhooks.js';

const MONDAY = '2026-05-04T10:00:00Z';
const TUESDAY = '2026-05-05T10:00:00Z';
const SUNDAY = '2026-05-10T10:00:00Z';

let app: TestApp;
let sink: SmtpSink;
let store: EmailStore;
let shop: string;
/** New for each test: the same bytes under another store would be refused. */
let customer: number;
let stores = 0;

beforeAll(async () => {
  sink = await SmtpSink.start();
  app = await TestApp.start({ SMTP_URL: sink.url, EMAIL_FROM: 'Rekindle <mail@rekindle.example>' });
});
afterAll(async () => {
  await app?.stop();
  await sink?.stop();
});
beforeEach(async () => {
  sink.emails.length = 0;
  customer = newId();
  store = await emailStore(app, (shop = `language${(stores += 1)}.myshopify.com`));
});

async function send(topic: string, body: object): Promise<void> {
  expect((await deliver(app.url, { topic, shop, body: json(body) })).status).toBe(200);
  await app.settled();
}

/** An order of the customer that went through a checkout in the language. */
const orderIn = (locale: string, { id, at, updatedAt = at }: { id: number; at: string; updatedAt?: string }) =>
  anOrder({
    id,
    processedAt: at,
    updatedAt,
    extra: { customer_locale: locale, customer: aCustomer({ id: customer, updatedAt }) },
  });

/** Sends the customer an email; returns the address of its link to unsubscribe. */
async function linkOfEmail(): Promise<string> {
  const customerId = customerIdOf(store.retailerId, String(customer));
  await given(app).set(Customer, { marketing: 'subscribed' }, { id: customerId });
  await plan(app, store, { customerIds: [customerId] });
  await waitFor(() => allSettled(app), 30_000);
  expect(sink.emails).toHaveLength(1);
  const token = /^List-Unsubscribe:\s*<[^>]*\/unsubscribe\/([\w-]+)>/im.exec(sink.emails[0]?.source ?? '')?.[1];
  return `${app.url}/unsubscribe/${token}`;
}

async function languageOf(link: string, browser: string, init: RequestInit = {}): Promise<string | undefined> {
  const page = await fetch(link, { ...init, headers: { 'accept-language': browser } });
  expect(page.status).toBe(200);
  return /<html lang="(\w+)"/.exec(await page.text())?.[1];
}

describe('the page behind the link to unsubscribe', () => {
  it("is in the language of the customer's last purchase rather than the browser's", async () => {
    await send('orders/create', orderIn('fr-CA', { id: 1, at: MONDAY }));
    const link = await linkOfEmail();
    expect(await languageOf(link, 'de-DE,de;q=0.9')).toBe('fr');
    expect(await languageOf(link, 'de', { method: 'POST' })).toBe('fr');

    await send('orders/create', orderIn('de', { id: 2, at: TUESDAY }));
    expect(await languageOf(link, 'es')).toBe('de');
    await send('orders/updated', orderIn('fr-CA', { id: 1, at: MONDAY, updatedAt: SUNDAY }));
    expect(await languageOf(link, 'es')).toBe('de');
  });

  it('uses the language of an order even if it arrives after a later record of the customer', async () => {
    await send('customers/update', aCustomer({ id: customer, updatedAt: SUNDAY }));
    await send('orders/create', orderIn('ar', { id: 1, at: MONDAY }));
    expect(await languageOf(await linkOfEmail(), 'de')).toBe('ar');
  });

  it("is in the browser's language if it has no texts in the customer's language", async () => {
    await send('orders/create', orderIn('nl-NL', { id: 1, at: MONDAY }));
    expect(await languageOf(await linkOfEmail(), 'de')).toBe('de');
  });

  it("is in the browser's language after the erasure of the customer", async () => {
    await send('orders/create', orderIn('fr-CA', { id: 1, at: MONDAY }));
    const link = await linkOfEmail();
    await send('customers/redact', aCustomerRedact({ shop, customerId: customer, orders: [1] }));
    const left = `SELECT 1 FROM customers WHERE retailer_id = $1`;
    await waitFor(async () => (await app.sql(left, [store.retailerId])).length === 0);
    expect(await languageOf(link, 'de')).toBe('de');
    await send('orders/updated', orderIn('fr-CA', { id: 1, at: MONDAY, updatedAt: SUNDAY }));
    expect(await languageOf(link, 'de')).toBe('de');
  });
});
