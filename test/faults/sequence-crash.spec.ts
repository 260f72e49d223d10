import { rm } from 'node:fs/promises';
import { SmtpSink } from '#libs/simulators';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Execution, SequenceStore, step } from '../setup/sequence-store.js';
import { quietPort } from '../setup/quiet-port.js';
import { ServiceProcess } from '../setup/service-process.js';
import { TestApp, waitFor } from '../setup/test-app.js';

const RECIPIENTS = 150;
const STEPS = ['one', 'two', 'three'];

/** The api stays up. A separate worker process plans, sends and advances, and is killed. */
let api: TestApp;
let sink: SmtpSink;
let worker: ServiceProcess;

beforeEach(async () => {
  sink = await SmtpSink.start();
  sink.behave('*', { delayMs: 10 });
  api = await TestApp.start({ ROLE: 'api', SMTP_URL: sink.url, SMTP_CONNECTIONS: '6', EMAIL_LEASE_SECONDS: '2' });
  worker = await startWorker();
});
afterEach(async () => {
  if (!worker.exit) await worker.end('SIGKILL');
  await api.stop();
  await sink.stop();
  await rm(api.environment['DATA_DIR'] ?? '', { recursive: true, force: true });
});

const startWorker = async (): Promise<ServiceProcess> =>
  ServiceProcess.start({ ...api.environment, ROLE: 'worker', PORT: String(await quietPort()) });

describe('kill -9 of the worker in the middle of a sequence', () => {
  it('sends no step twice to anybody, loses nobody, and counts unknown emails', async () => {
    const people = Object.fromEntries(Array.from({ length: RECIPIENTS }, (_, index) => [`p${index}`, {}]));
    const store = await SequenceStore.start(api, sink, 'crash.myshopify.com', people);
    await store.put('crash', { steps: STEPS.map((id) => step(id)) });
    const { executionId } = (await store.execute('crash')).body;
    for (const emails of [1, 120, 350]) {
      await waitFor(() => sink.emails.length >= emails, 40_000);
      await worker.end('SIGKILL');
      worker = await startWorker();
    }
    const ended = await store.ended(executionId, 60_000);
    expectOnceEach(ended, store);
    const messages = await store.messages(executionId);
    expect(messages).toHaveLength(RECIPIENTS * STEPS.length);
  }, 150_000);
});

function expectOnceEach({ status, counts }: Execution, store: SequenceStore): void {
  expect(status).toBe('completed');
  expect(counts.sent + counts.unknown).toBe(RECIPIENTS * STEPS.length);
  const received = Object.values(store.received());
  expect(received.filter((steps) => new Set(steps).size !== steps.length)).toEqual([]);
  const emails = received.flat().length;
  expect(emails).toBeGreaterThanOrEqual(counts.sent);
  expect(emails).toBeLessThanOrEqual(counts.sent + counts.unknown);
}
