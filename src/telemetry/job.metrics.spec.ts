import { Writable } from 'node:stream';
import { Registry } from 'prom-client';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { JobMetrics } from './job.metrics.js';

interface Line {
  level: number;
  msg: string;
  [key: string]: unknown;
}

function aJobMetrics(): { metrics: JobMetrics; registry: Registry; lines: Line[] } {
  const lines: Line[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Line);
      done();
    },
  });
  const registry = new Registry();
  return { metrics: new JobMetrics(registry, pino({ level: 'info' }, stream)), registry, lines };
}

describe('JobMetrics', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('measures runs by job and result, in seconds', async () => {
    const { metrics, registry } = aJobMetrics();
    metrics.finished('intake.process', 1_500);
    metrics.failed('intake.process', 200, new Error('no'), 1);
    const text = await registry.metrics();
    expect(text).toContain('rekindle_job_duration_seconds_sum{job="intake.process",result="finished"} 1.5');
    expect(text).toContain('rekindle_job_duration_seconds_count{job="intake.process",result="failed"} 1');
  });

  it('logs a failed run as a warning, and the last attempt as an error', () => {
    const { metrics, lines } = aJobMetrics();
    metrics.failed('segmentation.evaluate', 10, new Error('busy'), 1);
    metrics.failed('segmentation.evaluate', 10, new Error('busy'), 5);
    expect(lines).toMatchObject([
      { level: 40, job: 'segmentation.evaluate', attempt: 1, err: { message: 'busy' } },
      { level: 50, attempt: 5 },
    ]);
  });

  it('logs one line in ten seconds while Redis is unreachable, with the number of suppressed lines', () => {
    const { metrics, lines } = aJobMetrics();
    for (let second = 0; second < 25; second += 1) {
      metrics.queueError('intake.process', new Error('ECONNREFUSED'));
      metrics.queueError('segmentation.evaluate', new Error('ECONNREFUSED'));
      vi.advanceTimersByTime(1_000);
    }
    expect(lines.map(({ alsoUnlogged }) => alsoUnlogged)).toEqual([0, 19, 19]);
  });
});
