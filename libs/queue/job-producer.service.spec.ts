import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { JobCatalogue } from './catalogue.js';
import { JobProducer } from './job-producer.service.js';
import type { JobQueue } from './job-queues.js';

const policy = { attempts: 1, backoffMs: 0, concurrency: 1, timeoutMs: 1_000 };
const catalogue = { 'intake.process': { payload: Object, policy } } as unknown as JobCatalogue;

describe('JobProducer', () => {
  it('keeps at most a thousand unconfirmed jobs in memory, however long Redis is unreachable', async () => {
    let answer = (): void => undefined;
    const add = vi.fn<() => Promise<void>>(() => new Promise((resolve) => (answer = resolve)));
    const jobs = new JobProducer(catalogue, new Map([['intake.process', { add } as unknown as JobQueue]]));
    const enqueue = (): boolean =>
      jobs.enqueue('intake.process', { retailerIds: [randomUUID()], deliveryIds: [randomUUID()] });
    expect(Array.from({ length: 1_500 }, enqueue).filter(Boolean)).toHaveLength(1_000);
    answer();
    await new Promise((resolve) => setImmediate(resolve));
    expect([enqueue(), enqueue()]).toEqual([true, false]);
    expect(add).toHaveBeenCalledTimes(1_001);
  });
});
