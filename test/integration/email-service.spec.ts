import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Database } from '#libs/database';
import { createLogger } from '#libs/kernel';
import { SmtpSink } from '#libs/simulators';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { readConfig } from '../../src/config/app-config.js';
import { Runtime } from '../../src/config/runtime.js';
import { EmailPersonalDataService } from '../../src/email/email-personal-data.service.js';
import { EmailService } from '../../src/email/email.service.js';
import { MessageListService } from '../../src/email/message-list.service.js';
import type { NewDispatch } from '../../src/email/ledger/dispatch.entity.js';
import { TemplatesService } from '../../src/email/templates/templates.service.js';
import { createApp } from '../../src/http.js';
import { BrandsService } from '../../src/retailers/brands.service.js';
import { given } from '../factories/given.js';
import { allSettled, customers, type EmailStore, emailStore } from '../setup/email-scene.js';
import { prepare, waitFor } from '../setup/test-app.js';
import { TestDatabase } from '../setup/test-database.js';

const PER_SECOND = 40;
let app: NestFastifyApplication;
let database: TestDatabase;
let sink: SmtpSink;
let dataDir: string;
let store: EmailStore;
let stores = 0;

beforeAll(async () => {
  sink = await SmtpSink.start();
  const prepared = await prepare({ SMTP_URL: sink.url, EMAIL_PER_SECOND: String(PER_SECOND) });
  dataDir = prepared.dataDir;
  const { DATABASE_URL = '', REDIS_URL = '' } = prepared.environment;
  const runtime = new Runtime(readConfig(prepared.environment), DATABASE_URL, REDIS_URL, 'http://127.0.0.1');
  app = await createApp(runtime, createLogger({ level: 'silent', pretty: false }));
  database = new TestDatabase(DATABASE_URL);
});
afterAll(async () => {
  await app.close();
  await database.end();
  await sink.stop();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  sink.emails.length = 0;
  store = await emailStore(database, `service${(stores += 1)}.myshopify.com`);
});

const dispatch = (changes: Partial<NewDispatch> = {}): NewDispatch => ({
  retailerId: store.retailerId,
  executionId: randomUUID(),
  brandId: store.brandId,
  mode: 'live',
  segmentId: null,
  frequencyCap: null,
  quietHours: null,
  conditions: null,
  timeZone: null,
  ...changes,
});

/** Opens the dispatch and plans one step for each customer; returns how many rows were new. */
function enqueue(wanted: NewDispatch, customerIds: readonly string[], sendAt = new Date()): Promise<number> {
  const email = app.get(EmailService);
  return app.get(Database).transactionAcrossRetailers(async (tx) => {
    await email.open(tx, wanted);
    const messages = customerIds.map((customerId) => ({
      stepId: 'a',
      templateId: store.templateId,
      customerId,
      sendAt,
    }));
    return email.enqueue(tx, wanted.retailerId, wanted.executionId, messages);
  });
}
const settled = (): Promise<void> => waitFor(() => allSettled(database), 30_000);
const later = (): Date => new Date(Date.now() + 3_600_000);

describe('EmailService', () => {
  it('sends a message once, however often it is planned, and returns each outcome once', async () => {
    const email = app.get(EmailService);
    const ids = await customers(database, store.retailerId, 5);
    await given(database).set(Customer, { marketing: 'unsubscribed' }, { id: ids[4] });
    const wanted = dispatch();
    const told: string[] = [];
    email.onSettled((retailerId) => told.push(retailerId));
    expect(await Promise.all([enqueue(wanted, ids), enqueue(wanted, ids)])).toSatisfy(
      (counts: number[]) => counts.toSorted().join() === '0,5',
    );
    await settled();
    await waitFor(() => told.includes(wanted.retailerId));
    const { retailerId, executionId } = wanted;
    expect(await email.counts(retailerId, executionId)).toEqual({
      planned: 5,
      queued: 0,
      sending: 0,
      sent: 4,
      failed: 0,
      unknown: 0,
      skipped: { unsubscribed: 1 },
    });
    expect(await email.counts(randomUUID(), executionId)).toMatchObject({ planned: 0 });
    const take = (limit: number) =>
      app.get(Database).transactionAcrossRetailers((tx) => email.takeSettled(tx, retailerId, limit));
    const [first, second] = await Promise.all([take(3), take(3)]);
    const rest = await take(10);
    const all = [...(first ?? []), ...(second ?? []), ...rest];
    // The service takes settled messages too, so some may be missing; none is returned twice.
    expect(new Set(all.map(({ customerId }) => customerId)).size).toBe(all.length);
    expect(await take(10)).toEqual([]);
    const page = await app.get(MessageListService).page(retailerId, executionId, 3);
    const next = await app.get(MessageListService).page(retailerId, executionId, 3, page.nextCursor ?? '');
    expect(page.items.length + next.items.length).toBe(5);
    expect(sink.emails.map(({ messageId }) => messageId)).toContain(
      [...page.items, ...next.items].find(({ state }) => state === 'sent')?.messageId,
    );
  });

  it('cancels queued messages of some customers, or of all', async () => {
    const email = app.get(EmailService);
    const ids = await customers(database, store.retailerId, 4);
    const wanted = dispatch();
    await enqueue(wanted, ids, later());
    const { retailerId, executionId } = wanted;
    const inTx = app.get(Database);
    expect(
      await inTx.transactionAcrossRetailers((tx) => email.leave(tx, retailerId, executionId, ids.slice(0, 1))),
    ).toBe(1);
    expect(await inTx.transactionAcrossRetailers((tx) => email.cancel(tx, retailerId, executionId))).toBe(3);
    expect((await email.counts(retailerId, executionId)).skipped).toEqual({ left_sequence: 1, cancelled: 3 });
    expect(sink.emails).toEqual([]);
  });

  it('makes the same decisions for a plan as for sending', async () => {
    const ids = await customers(database, store.retailerId, 3);
    await given(database).set(Customer, { marketing: 'unknown' }, { id: ids[1] });
    const rules = dispatch({ frequencyCap: { messages: 1, days: 1 } });
    const at = new Date();
    const decide = (planned?: ReadonlyMap<string, readonly Date[]>) =>
      app.get(EmailService).decide(app.get(Database).acrossRetailers, store.retailerId, rules, ids, at, planned);
    const reasons = async (planned?: ReadonlyMap<string, readonly Date[]>) =>
      [...(await decide(planned)).values()].map((one) => (one.verdict === 'skip' ? one.reason : one.verdict));
    expect(await reasons()).toEqual(['send', 'no_consent', 'send']);
    expect(await reasons(new Map([[ids[0] ?? '', [at]]]))).toEqual(['frequency_cap', 'no_consent', 'send']);
    await app.get(BrandsService).change(store.brandId, { settings: { mailUnknownConsent: true } });
    expect(await reasons()).toEqual(['send', 'send', 'send']);
    await enqueue(rules, ids);
    await settled();
    expect((await app.get(EmailService).counts(store.retailerId, rules.executionId)).sent).toBe(3);
    expect(await reasons()).toEqual(['frequency_cap', 'frequency_cap', 'frequency_cap']);
  });

  it('sends a test to the listed address only, and marks it as a test', async () => {
    const [customerId = ''] = await customers(database, store.retailerId, 1);
    await given(database).set(Customer, { marketing: 'unsubscribed' }, { id: customerId });
    const wanted = dispatch({ mode: 'test' });
    const email = app.get(EmailService);
    await app.get(Database).transactionAcrossRetailers(async (tx) => {
      await email.open(tx, wanted);
      const message = {
        stepId: 'a',
        templateId: store.templateId,
        customerId,
        address: 'me@shop.example',
        sendAt: new Date(),
      };
      await email.enqueue(tx, wanted.retailerId, wanted.executionId, [message]);
    });
    await settled();
    expect(sink.emails.map(({ to }) => to)).toEqual(['me@shop.example']);
    expect(sink.emails[0]?.source).toMatch(/^Subject: \[Test\] Come back, Name1/m);
    expect(sink.emails[0]?.source).toMatch(/^X-Rekindle-Test: true/im);
  });

  it('keeps to the configured rate', async () => {
    const count = 100;
    const wanted = dispatch();
    await enqueue(wanted, await customers(database, store.retailerId, count));
    await settled();
    const [row] = await database.sql<{ seconds: number }>(
      `SELECT extract(epoch FROM max(sent_at) - min(sent_at))::float8 AS seconds FROM messages WHERE execution_id = $1`,
      [wanted.executionId],
    );
    // A bucket holds the tokens of a tenth of a second.
    expect(row?.seconds).toBeGreaterThan((count - PER_SECOND / 10) / PER_SECOND - 0.3);
  });
});

describe('TemplatesService', () => {
  const source = {
    subject: 'Hi {{ customer.firstName }}',
    body: 'Dear {{ customer.firstName }}, [come back]({{ shop.url }})',
  };
  const made = (given: object) =>
    app
      .get(TemplatesService)
      .compile(store.retailerId, store.brandId, { ...source, ...given }, { pointer: '/steps/0' });
  const compile = async (given: object): Promise<string> => {
    const result = await made(given);
    if ('errors' in result) throw new Error(JSON.stringify(result.errors));
    const { retailerId, brandId } = store;
    return app
      .get(Database)
      .transactionAcrossRetailers((tx) => app.get(TemplatesService).save(tx, retailerId, brandId, result.email));
  };

  it('gives the same source the same id, and previews it for any recipient', async () => {
    const [customerId = ''] = await customers(database, store.retailerId, 1);
    const id = await compile({});
    expect(await compile({})).toBe(id);
    expect(await compile({ subject: 'Other' })).not.toBe(id);
    const templates = app.get(TemplatesService);
    expect((await templates.preview(store.retailerId, id, { customerId })).subject).toBe('Hi Name1');
    expect((await templates.preview(store.retailerId, id, 'right_to_left')).subject).toBe('Hi مريم');
    await expect(templates.preview(store.retailerId, id, { customerId: randomUUID() })).rejects.toMatchObject({
      status: 404,
    });
    await expect(templates.preview(randomUUID(), id, 'no_name')).rejects.toMatchObject({ status: 404 });
  });

  it('names the customers whose email would have missing values', async () => {
    const ids = await customers(database, store.retailerId, 3);
    await given(database).set(Customer, { firstName: null }, { id: ids[1] });
    const breakages = await app
      .get(TemplatesService)
      .breakages(app.get(Database).acrossRetailers, store.retailerId, await compile({}), ids);
    expect(breakages).toEqual([{ customerId: ids[1], problem: expect.stringContaining('firstName') as string }]);
  });

  it('reports mistakes with pointers into the request', async () => {
    expect(await made({ body: '{{ customer.frst }}', images: { hero: randomUUID() } })).toMatchObject({
      errors: [{ pointer: '/steps/0/images/hero' }],
    });
  });
});

describe('personal data in the ledger', () => {
  it('is erased, and the counts stay', async () => {
    const ids = await customers(database, store.retailerId, 2);
    const wanted = dispatch();
    await enqueue(wanted, ids.slice(0, 1));
    await settled();
    const waiting = dispatch();
    await enqueue(waiting, ids.slice(0, 1), later());
    const source = app.get(EmailPersonalDataService, { strict: false });
    const { retailerId } = wanted;
    const [id = ''] = ids;
    const person = { retailerId, customerIds: [id], externalIds: [], emails: [], phones: [], orderIds: [] };
    const messages = async () => (await source.exportCustomer(app.get(Database).acrossRetailers, person))['messages'];
    expect(await messages()).toHaveLength(2);
    await app.get(Database).transactionAcrossRetailers((tx) => source.eraseCustomer(tx, person));
    expect(await messages()).toEqual([]);
    const addressed = `SELECT 1 FROM messages WHERE retailer_id = $1 AND address IS NOT NULL`;
    expect(await database.sql(addressed, [retailerId])).toEqual([]);
    expect(await app.get(EmailService).counts(retailerId, wanted.executionId)).toMatchObject({ sent: 1 });
    expect((await app.get(EmailService).counts(retailerId, waiting.executionId)).skipped).toEqual({ customer_gone: 1 });
  });
});
