import { SmtpSink } from '#libs/simulators';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { ConfirmationRequest } from '../../src/email/ledger/confirmation-request.entity.js';
import { Message } from '../../src/email/ledger/message.entity.js';
import { Brand } from '../../src/retailers/brand.entity.js';
import { given, stored } from '../factories/given.js';
import { allSettled, customers } from '../setup/email-scene.js';
import { quietPort } from '../setup/quiet-port.js';
import { SequenceStore, step } from '../setup/sequence-store.js';
import { ServiceProcess, type Step } from '../setup/service-process.js';
import { TestApp, waitFor } from '../setup/test-app.js';
import { installStore } from '../setup/webhooks.js';

const PEOPLE = 60;
const SENDER = { email: 'hello@shop.example', postalAddress: '1 Lane, Town', country: 'US' };

/** The api stays up. Separate workers decide and send, and some are killed. */
let sink: SmtpSink;
let api: TestApp;
let worker: ServiceProcess;
let other: ServiceProcess | undefined;
/** Each test has its own store, because nobody is asked twice. */
let store: SequenceStore;
let stores = 0;
/** The number of emails before the test. */
let earlier: number;

beforeAll(async () => {
  sink = await SmtpSink.start();
  api = await TestApp.start({ ROLE: 'api', SMTP_URL: sink.url, EMAIL_LEASE_SECONDS: '2' });
  worker = await startWorker();
});
beforeEach(async () => {
  stores += 1;
  earlier = sink.emails.length;
  const domain = `opt-in-crash-${stores}.myshopify.com`;
  const { retailerId, brandId } = await installStore(api, domain);
  await given(api).set(Brand, { storeSender: SENDER }, { id: brandId });
  expect((await doubleOptIn(brandId)).status).toBe(200);
  await customers(api, retailerId, PEOPLE);
  await given(api).set(Customer, { marketing: 'unknown', ordersCount: 1 }, { retailerId });
  store = await SequenceStore.of(api, sink, { retailerId, brandId, domain }, {});
  for (const id of [first(), second()]) expect((await store.put(id, { steps: [step('one')] })).status).toBe(201);
});
afterEach(async () => {
  if (other && !other.exit) await other.end('SIGKILL');
  // After a failed test.
  if (worker.exit) worker = await startWorker();
});
afterAll(async () => {
  if (worker && !worker.exit) await worker.end('SIGKILL');
  await api?.stop();
  await sink?.stop();
});

/** The ids of two sequences of the store. */
const first = (): string => `first-${stores}`;
const second = (): string => `second-${stores}`;

const doubleOptIn = (brandId: string) =>
  api.admin('PATCH', `/admin/brands/${brandId}`, { settings: { doubleOptIn: { enabled: true } } });

const startWorker = async (): Promise<ServiceProcess> =>
  ServiceProcess.start({ ...api.environment, ROLE: 'worker', PORT: String(await quietPort()) });

/** Checks that each person has one request, that nobody got two emails, and that no request was lost. */
async function expectOnceEach(): Promise<void> {
  const { retailerId } = store;
  const requests = () => stored(api).rows(ConfirmationRequest, { retailerId }, 'messageId');
  await waitFor(async () => {
    const rows = await requests();
    return rows.length === PEOPLE && rows.every(({ messageId }) => messageId !== null) && (await allSettled(api));
  }, 90_000);
  const messages = await stored(api).rows(Message, { retailerId, stepId: 'confirmation' }, 'status', 'address');
  expect(messages).toHaveLength(PEOPLE);
  const got = sink.perRecipient(earlier);
  expect([...got.values()].filter((emails) => emails > 1)).toEqual([]);
  expect(messages.filter(({ status, address }) => status === 'sent' && got.get(address ?? '') !== 1)).toEqual([]);
  expect(messages.filter(({ status }) => status !== 'sent' && status !== 'unknown')).toEqual([]);
}

describe('the email that asks for consent', () => {
  it('goes out once for each person where two executions and two workers leave them out at once', async () => {
    other = await startWorker();
    const started = await Promise.all([store.execute(first()), store.execute(second())]);
    for (const { body } of started) {
      expect((await store.ended(body.executionId, 60_000)).counts.skipped).toEqual({ no_consent: PEOPLE });
    }
    await expectOnceEach();
    expect(sink.emails.length - earlier).toBe(PEOPLE);
    const again = await store.execute(first(), { repeat: true });
    await store.ended(again.body.executionId, 60_000);
    await expectOnceEach();
    expect(sink.emails.length - earlier).toBe(PEOPLE);
  });

  it.each<[when: string, kind: Step, nth: number]>([
    ['while somebody is left out', 'message before_sending', 2],
    ['when an email was marked as sending', 'message sending', 10],
    ['when the mail server has some that are not written down', 'message handed_over', 10],
  ])('goes out at most once for each person, and no request is lost, after kill -9 %s', async (_when, kind, nth) => {
    await worker.killAt(kind, nth);
    await Promise.all([store.execute(first()), store.execute(second())]);
    expect(await worker.ended).toEqual({ code: null, signal: 'SIGKILL' });
    worker = await startWorker();
    await expectOnceEach();
  });
});
