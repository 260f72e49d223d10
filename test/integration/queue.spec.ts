import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IdleApp } from '../setup/idle-app.js';
import { waitFor } from '../setup/wait-for.js';

let app: IdleApp;
beforeAll(async () => {
  app = await IdleApp.start();
});
afterAll(() => app.stop());

const retailerId = randomUUID();

describe('a job with an id', () => {
  it('is enqueued once while it waits, and again after it has failed', async () => {
    const queue = app.queues.get('segmentation.apply-changes');
    const runs: string[] = [];
    const enqueue = () => app.producer.enqueue('segmentation.apply-changes', { retailerId }, { jobId: 'one' });
    enqueue();
    enqueue();
    await waitFor(async () => (await queue?.getWaitingCount()) === 1);
    queue
      ?.process((job) => {
        runs.push(String(job.id));
        throw new Error('no luck');
      })
      .catch(() => undefined);
    await waitFor(async () => runs.length === 1 && (await queue?.getActiveCount()) === 0);
    enqueue();
    await waitFor(() => runs.length === 2);
    expect(runs).toEqual(['one', 'one']);
  });
});
