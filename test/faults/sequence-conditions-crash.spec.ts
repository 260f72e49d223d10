import { SmtpSink } from '#libs/simulators';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { quietPort } from '../setup/quiet-port.js';
import { SequenceStore, step } from '../setup/sequence-store.js';
import { ServiceProcess } from '../setup/service-process.js';
import { TestApp, waitFor } from '../setup/test-app.js';

const RECIPIENTS = 60;

/** The api stays up. A separate worker process evaluates the conditions, and is killed. */
let api: TestApp;
let sink: SmtpSink;
let worker: ServiceProcess;

beforeEach(async () => {
  sink = await SmtpSink.start();
  api = await TestApp.start({ ROLE: 'api', SMTP_URL: sink.url, SMTP_CONNECTIONS: '4', EMAIL_LEASE_SECONDS: '2' });
  worker = await startWorker();
});
afterEach(async () => {
  if (!worker.exit) await worker.end('SIGKILL');
  await api.stop();
  await sink.stop();
});

const workerEnvironment = async () => ({ ...api.environment, ROLE: 'worker', PORT: String(await quietPort()) });
const startWorker = async (): Promise<ServiceProcess> => ServiceProcess.start(await workerEnvironment());

/** Every other recipient has clicked. */
const clickers = (store: SequenceStore): string[] =>
  Array.from({ length: RECIPIENTS / 2 }, (_, index) => store.idOf(`p${index * 2}`));

describe('kill -9 of the worker while it evaluates a condition', () => {
  it('sends everybody the branch of their answer, nobody both, and nobody one twice', async () => {
    const people = Object.fromEntries(Array.from({ length: RECIPIENTS }, (_, index) => [`p${index}`, {}]));
    const store = await SequenceStore.start(api, sink, 'branches.myshopify.com', people);
    const steps = [
      step('one'),
      step('yes', 'PT5S', { when: { clicked: 'one' } }),
      step('no', 'PT0S', { unless: { clicked: 'one' } }),
    ];
    await store.put('branches', { steps });
    const { executionId } = (await store.execute('branches')).body;
    await waitFor(async () => (await store.messages(executionId)).length === 2 * RECIPIENTS, 40_000);
    await worker.end('SIGKILL');
    await api.sql(
      `INSERT INTO link_clicks (retailer_id, message_id, number, link_id, execution_id, step_id, customer_id, clicked_at,
                                seconds_after_sent, method, agent, prefetch, trap)
       SELECT $1, gen_random_uuid(), 1, '1', $2, 'one', id, now(), 60, 'GET', 'browser', false, false
         FROM unnest($3::uuid[]) id`,
      [store.retailerId, executionId, clickers(store)],
    );
    for (const [kind, nth] of [
      ['message before_sending', 2],
      ['message sending', 5],
      ['message before_settled', 3],
      ['message before_sending', 9],
    ] as const) {
      worker = ServiceProcess.startDoomed(await workerEnvironment(), kind, nth);
      expect(await worker.ended).toEqual({ code: null, signal: 'SIGKILL' });
    }
    worker = await startWorker();
    const ended = await store.ended(executionId, 60_000);
    expect(ended).toMatchObject({ status: 'completed', counts: { skipped: { condition: RECIPIENTS } } });
    expect(ended.counts.sent + ended.counts.unknown).toBe(2 * RECIPIENTS);
    const received = store.received();
    for (const [name, got] of Object.entries(received)) {
      const branch = Number(name.slice(1)) % 2 === 0 ? 'yes' : 'no';
      expect(['one', branch]).toEqual(expect.arrayContaining(got));
      expect(new Set(got).size).toBe(got.length);
    }
    // The others are unknown: the worker died between the mark and the mail server.
    expect(Object.values(received).flat().length).toBeGreaterThanOrEqual(ended.counts.sent);
  }, 150_000);
});
