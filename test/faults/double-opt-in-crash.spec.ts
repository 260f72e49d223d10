import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SmtpSink } from '#libs/simulators';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { ConfirmationRequest } from '../../src/email/ledger/confirmation-request.entity.js';
import { Message } from '../../src/email/ledger/message.entity.js';
import { Brand } from '../../src/retailers/brand.entity.js';
import { given, stored } from '../factories/given.js';
import { allSettled, customers } from '../setup/email-scene.js';
import { quietPort } from '../setup/quiet-port.js';
import { SequenceStore, step } from '../setup/sequence-store.js';
import { ServiceProcess } from '../setup/service-process.js';
import { TestApp, waitFor } from '../setup/test-app.js';
import { installStore, SHOP } from '../setup/webhooks.js';

const PEOPLE = 60;
const KILL_AT = join(import.meta.dirname, '../setup/kill-at.mjs');
const SENDER = { email: 'hello@shop.example', postalAddress: '1 Lane, Town', country: 'US' };

/** The api stays up. Separate workers decide and send, and some are killed. */
let sink: SmtpSink;
let api: TestApp;
let store: SequenceStore;
let worker: ServiceProcess;

beforeEach(async () => {
  sink = await SmtpSink.start();
  api = await TestApp.start({ ROLE: 'api', SMTP_URL: sink.url, EMAIL_LEASE_SECONDS: '2' });
  worker = await startWorker();
  const { retailerId, brandId } = await installStore(api);
  await given(api).set(Brand, { storeSender: SENDER }, { id: brandId });
  expect((await doubleOptIn(brandId)).status).toBe(200);
  await customers(api, retailerId, PEOPLE);
  await given(api).set(Customer, { marketing: 'unknown', ordersCount: 1 }, { retailerId });
  store = await SequenceStore.of(api, sink, { retailerId, brandId, domain: SHOP }, {});
  for (const id of ['first', 'second']) expect((await store.put(id, { steps: [step('one')] })).status).toBe(201);
});
afterEach(async () => {
  if (!worker.exit) await worker.end('SIGKILL');
  await api.stop();
  await sink.stop();
  await rm(api.environment['DATA_DIR'] ?? '', { recursive: true, force: true });
});

const doubleOptIn = (brandId: string) =>
  api.admin('PATCH', `/admin/brands/${brandId}`, { settings: { doubleOptIn: { enabled: true } } });

async function startWorker(killAt?: string): Promise<ServiceProcess> {
  const environment = { ...api.environment, ROLE: 'worker', PORT: String(await quietPort()) };
  return killAt === undefined
    ? ServiceProcess.start(environment)
    : ServiceProcess.start({ ...environment, KILL_AT: killAt }, ['--import', KILL_AT]);
}

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
  const got = sink.perRecipient();
  expect([...got.values()].filter((emails) => emails > 1)).toEqual([]);
  expect(messages.filter(({ status, address }) => status === 'sent' && got.get(address ?? '') !== 1)).toEqual([]);
  expect(messages.filter(({ status }) => status !== 'sent' && status !== 'unknown')).toEqual([]);
}

describe('the email that asks for consent', () => {
  it('goes out once for each person where two executions and two workers leave them out at once', async () => {
    const other = await startWorker();
    const started = await Promise.all([store.execute('first'), store.execute('second')]);
    for (const { body } of started) {
      expect((await store.ended(body.executionId, 60_000)).counts.skipped).toEqual({ no_consent: PEOPLE });
    }
    await expectOnceEach();
    expect(sink.emails).toHaveLength(PEOPLE);
    const again = await store.execute('first', { repeat: true });
    await store.ended(again.body.executionId, 60_000);
    await expectOnceEach();
    expect(sink.emails).toHaveLength(PEOPLE);
    await other.end('SIGTERM');
  });

  it.each([
    ['while somebody is left out', 'before_sending:2'],
    ['when an email was marked as sending', 'sending:10'],
    ['when the mail server has some that are not written down', 'handed_over:10'],
  ])('goes out at most once for each person, and no request is lost, after kill -9 %s', async (_when, killAt) => {
    await worker.end('SIGTERM');
    worker = await startWorker(killAt);
    await Promise.all([store.execute('first'), store.execute('second')]);
    expect(await worker.ended).toEqual({ code: null, signal: 'SIGKILL' });
    worker = await startWorker();
    await expectOnceEach();
  });
});
