import { rm } from 'node:fs/promises';
import { SmtpSink } from '#libs/simulators';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { experimentsOf, HALF, many, unitsOf } from '../setup/holdout-scene.js';
import { quietPort } from '../setup/quiet-port.js';
import { SequenceStore, step } from '../setup/sequence-store.js';
import { ServiceProcess } from '../setup/service-process.js';
import { TestApp, waitFor } from '../setup/test-app.js';

const RECIPIENTS = 150;

/** The api stays up. A separate worker process assigns and sends, and is killed. */
let api: TestApp;
let sink: SmtpSink;
let worker: ServiceProcess;

const startWorker = async (): Promise<ServiceProcess> =>
  ServiceProcess.start({ ...api.environment, ROLE: 'worker', PORT: String(await quietPort()) });

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

describe('kill -9 of the worker during a run with a holdout', () => {
  it('assigns everybody once, and never emails who is held back', async () => {
    const store = await SequenceStore.start(api, sink, 'crash-lift.myshopify.com', many(RECIPIENTS));
    await store.put('lift-crash', { ...HALF, steps: [step('one'), step('two')] });
    const { executionId } = (await store.execute('lift-crash')).body;
    for (const emails of [0, 20, 90]) {
      await waitFor(() => sink.emails.length >= emails, 40_000);
      await worker.end('SIGKILL');
      worker = await startWorker();
    }
    const { status, counts } = await store.ended(executionId, 60_000);
    const units = await unitsOf(store, (await experimentsOf(store, 'lift-crash'))[0]);
    const held = units.filter((unit) => unit.held).length;
    expect(units).toHaveLength(RECIPIENTS);
    expect(status).toBe('completed');
    expect(counts.skipped).toEqual({ holdout: 2 * held });
    expect(counts.sent + counts.unknown).toBe(2 * (RECIPIENTS - held));
    const treated = new Set(units.flatMap(({ personId, held: isHeld }) => (isHeld ? [] : [personId])));
    const emailed = Object.keys(store.received()).map((name) => store.idOf(name));
    expect(emailed.filter((id) => !treated.has(id))).toEqual([]);
  }, 150_000);
});
