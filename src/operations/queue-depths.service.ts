import { Inject, Injectable } from '@nestjs/common';
import { type DomainError, unavailable } from '#libs/kernel';
import { JOB_QUEUES, type JobName, type JobQueue, type JobQueues, type RunningJob } from '#libs/queue';
import type { QueueAnswer } from './operations.dto.js';
import { within } from './time-limit.js';

const LIMIT_MS = 2_000;

/** Reads Redis within two seconds; 503 where it is unreachable. */
@Injectable()
export class QueueDepthsService {
  constructor(@Inject(JOB_QUEUES) private readonly queues: JobQueues) {}

  read(): Promise<QueueAnswer[]> {
    return within(LIMIT_MS, Promise.all([...this.queues].map(([name, queue]) => depth(name, queue))), away);
  }

  /** Throws where Redis does not answer. */
  async ping(): Promise<void> {
    const [queue] = this.queues.values();
    if (queue) await within(LIMIT_MS, connected(queue).client.ping(), away);
  }
}

async function depth(name: JobName, queue: JobQueue): Promise<QueueAnswer> {
  const [{ waiting, active, delayed, failed }, [oldest]] = await Promise.all([
    connected(queue).getJobCounts(),
    queue.getWaiting(0, 0),
  ]);
  const oldestWaitingSeconds = oldest ? Math.max(0, Math.round((Date.now() - waitingSince(oldest)) / 1_000)) : 0;
  return { name, waiting, active, delayed, failed, oldestWaitingSeconds };
}

/** Leaves out the delay that was asked for and, if the job failed and waits again, the time before its last run. */
const waitingSince = ({ timestamp, opts, processedOn = 0 }: RunningJob): number =>
  Math.max(timestamp + (opts.delay ?? 0), processedOn);

/** Sends no command while Redis is unreachable, because its client would keep each in memory. */
function connected(queue: JobQueue): JobQueue {
  if (queue.client.status !== 'ready') throw away();
  return queue;
}

const away = (): DomainError =>
  unavailable('redis_unavailable', 'Redis does not answer; nothing is lost, try again.', 5);
