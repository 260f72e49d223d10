import { Inject, Injectable } from '@nestjs/common';
import { currentRequestId, currentTrace } from '#libs/kernel';
import { traceparentOf } from '#libs/tracing';
import { JOB_CATALOGUE, type JobCatalogue, type JobName, type JobPayload } from './catalogue.js';
import { JOB_QUEUES, type JobQueues } from './job-queues.js';

/** The most jobs that Redis has not confirmed. While Redis is unreachable, Bull keeps them in memory. */
const MAX_UNANSWERED = 1_000;

/**
 * Enqueues jobs. Postgres holds the truth and Redis only carries work, so `enqueue` never blocks and never throws.
 * Where a job is lost, a sweep finds its row in Postgres and enqueues it again.
 */
@Injectable()
export class JobProducer {
  private unanswered = 0;

  constructor(
    @Inject(JOB_CATALOGUE) private readonly catalogue: JobCatalogue,
    @Inject(JOB_QUEUES) private readonly queues: JobQueues,
  ) {}

  /** Returns at once: true where Bull took the job, false where too many jobs are unconfirmed. */
  enqueue<N extends JobName>(
    name: N,
    payload: JobPayload<N>,
    options: { jobId?: string; delayMs?: number } = {},
  ): boolean {
    const queue = this.queues.get(name);
    if (!queue || this.unanswered >= MAX_UNANSWERED) return false;
    const { attempts, backoffMs, timeoutMs } = this.catalogue[name].policy;
    const requestId = currentRequestId();
    const trace = currentTrace();
    this.unanswered += 1;
    const settle = (): void => {
      this.unanswered -= 1;
    };
    queue
      .add(
        { payload, ...(requestId ? { requestId } : {}), ...(trace ? { traceparent: traceparentOf(trace) } : {}) },
        {
          attempts,
          timeout: timeoutMs,
          removeOnComplete: true,
          // Bull ignores a job whose id is taken, and a failed job that is kept would keep its id.
          removeOnFail: options.jobId ? true : 1_000,
          ...(attempts > 1 ? { backoff: { type: 'jitter', delay: backoffMs } } : {}),
          ...(options.jobId ? { jobId: options.jobId } : {}),
          ...(options.delayMs ? { delay: options.delayMs } : {}),
        },
      )
      .then(settle, settle)
      .catch(() => undefined);
    return true;
  }
}
