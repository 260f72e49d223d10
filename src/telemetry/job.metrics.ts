import { Inject, Injectable } from '@nestjs/common';
import { APP_LOGGER, type AppLogger } from '#libs/kernel';
import type { JobName, JobObserver } from '#libs/queue';
import { Histogram, Registry } from 'prom-client';
import { JOBS } from '../jobs/catalogue.js';

const QUEUE_ERRORS_EVERY_MS = 10_000;

/** Measures and logs every run of a job. */
@Injectable()
export class JobMetrics implements JobObserver {
  private readonly durations: Histogram<'job' | 'result'>;
  private lastQueueError = -Infinity;
  private unloggedQueueErrors = 0;

  constructor(
    registry: Registry,
    @Inject(APP_LOGGER) private readonly logger: AppLogger,
  ) {
    this.durations = new Histogram({
      name: 'rekindle_job_duration_seconds',
      help: 'Run time of jobs, by job and result',
      labelNames: ['job', 'result'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
      registers: [registry],
    });
  }

  finished(job: JobName, milliseconds: number): void {
    this.durations.observe({ job, result: 'finished' }, milliseconds / 1_000);
    this.logger.debug({ job, ms: Math.round(milliseconds) }, 'job');
  }

  failed(job: JobName, milliseconds: number, error: unknown, attempt: number): void {
    this.durations.observe({ job, result: 'failed' }, milliseconds / 1_000);
    const level = attempt < JOBS[job].policy.attempts ? 'warn' : 'error';
    this.logger[level]({ err: error, job, attempt }, 'job failed');
  }

  /** Every queue's connection reports errors while Redis is unreachable. One line in ten seconds stands for all. */
  queueError(job: JobName, error: Error): void {
    const now = performance.now();
    if (now - this.lastQueueError < QUEUE_ERRORS_EVERY_MS) {
      this.unloggedQueueErrors += 1;
      return;
    }
    this.logger.warn({ err: error, job, alsoUnlogged: this.unloggedQueueErrors }, 'Redis is unreachable');
    this.lastQueueError = now;
    this.unloggedQueueErrors = 0;
  }

  sweepFailed(sweep: string, error: unknown): void {
    this.logger.warn({ err: error, sweep }, 'sweep failed');
  }
}
