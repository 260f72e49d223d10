import { Inject, Injectable } from '@nestjs/common';
import { currentRequestId } from '#libs/kernel';
import { JOB_CATALOGUE, type JobCatalogue, type JobName, type JobPayload } from './catalogue.js';
import { JOB_QUEUES, type JobQueues } from './job-queues.js';

/** Hand-overs that Redis has not answered yet. While it is away Bull keeps them in memory, so no more are given to it. */
const MAX_UNANSWERED = 1_000;

/**
 * Puts jobs into Redis. Redis carries work and Postgres holds the truth, so a hand-over is a doorbell: it never
 * blocks, never throws, and when it is lost the sweepers ring again.
 */
@Injectable()
export class JobProducer {
  private unanswered = 0;

  constructor(
    @Inject(JOB_CATALOGUE) private readonly catalogue: JobCatalogue,
    @Inject(JOB_QUEUES) private readonly queues: JobQueues,
  ) {}

  /** Returns at once; true where the job was handed to Bull, false where Redis is too far behind. */
  ring<N extends JobName>(
    name: N,
    payload: JobPayload<N>,
    options: { jobId?: string; delayMs?: number } = {},
  ): boolean {
    const queue = this.queues.get(name);
    if (!queue || this.unanswered >= MAX_UNANSWERED) return false;
    const { attempts, backoffMs, timeoutMs } = this.catalogue[name].policy;
    const requestId = currentRequestId();
    this.unanswered += 1;
    const settle = (): void => {
      this.unanswered -= 1;
    };
    queue
      .add(
        { payload, ...(requestId ? { requestId } : {}) },
        {
          attempts,
          timeout: timeoutMs,
          removeOnComplete: true,
          // A failed job that is kept would swallow every later one of its id.
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
