import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { drained } from '#libs/durable-work';
import { newRequestId, runInContext } from '#libs/kernel';
import { readTraceparent, type Span, type Tracer } from '#libs/tracing';
import { JobWorkSpans } from './job-work-spans.js';
import { JOB_CATALOGUE, type JobCatalogue, type JobName } from './catalogue.js';
import { JOB_QUEUES, type JobQueue, type JobQueues, type RunningJob } from './job-queues.js';
import { type JobHandler, JobRegistry } from './job-registry.service.js';
import { QueueConnections } from './queue-connections.service.js';

/** Observes every run, for logs and metrics. */
export interface JobObserver {
  finished(name: JobName, milliseconds: number): void;
  failed(name: JobName, milliseconds: number, error: unknown, attempt: number): void;
  /** Redis is unreachable or answered an error. Bull reconnects by itself. */
  queueError(name: JobName, error: Error): void;
}

export interface JobRunnerOptions {
  /** Whether this process runs the job. Every process checks the handlers of all jobs. */
  readonly takes: (name: JobName) => boolean;
  readonly observer: JobObserver;
  /** Undefined where tracing is off. */
  readonly tracer?: Tracer | undefined;
}
export const JOB_RUNNER_OPTIONS = Symbol('job-runner-options');

/** Takes jobs from the queues, validates the payload, and runs the handler in the context of the causing request. */
@Injectable()
export class JobRunner
  implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  private handlers: ReadonlyMap<JobName, JobHandler> = new Map();

  constructor(
    @Inject(JOB_CATALOGUE) private readonly catalogue: JobCatalogue,
    private readonly registry: JobRegistry,
    @Inject(JOB_QUEUES) private readonly queues: JobQueues,
    @Inject(JOB_RUNNER_OPTIONS) private readonly options: JobRunnerOptions,
    private readonly connections: QueueConnections,
  ) {}

  onModuleInit(): void {
    this.handlers = this.registry.handlers();
    for (const [name, queue] of this.queues) {
      queue.on('error', (error) => this.options.observer.queueError(name, error));
      // The hook of @nestjs/bull would wait for jobs, without end while Redis is unreachable.
      Object.assign(queue, { onApplicationShutdown: () => undefined });
      nameQuietly(queue);
    }
  }

  onApplicationBootstrap(): void {
    for (const [name, queue] of this.taken()) {
      // Bull's promise settles when the queue closes. `run` reports failures of single jobs.
      queue
        .process(this.catalogue[name].policy.concurrency, (job) => this.run(name, job))
        .catch((error: Error) => this.options.observer.queueError(name, error));
    }
  }

  /** Stops taking jobs and waits for running ones while the datastores are open. Waiting jobs stay in Redis. */
  async beforeApplicationShutdown(): Promise<void> {
    this.connections.stopReopening();
    // While Redis is unreachable Bull can't report the end of a job to it, and would wait for that.
    const reachable = this.taken().filter(([, { client }]) => client.status === 'ready');
    await drained(Promise.all(reachable.map(([, queue]) => pauseAtOnce(queue))));
  }

  /** The jobs are drained by now. The queues share connections, so all queues are closed before them. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.close(true)));
    this.connections.close();
  }

  private taken(): (readonly [JobName, JobQueue])[] {
    return [...this.queues].filter(([name]) => this.options.takes(name));
  }

  private async run(name: JobName, job: RunningJob): Promise<void> {
    const handler = this.handlers.get(name);
    if (!handler) return;
    const started = performance.now();
    const span = this.spanOf(name, job);
    const work = this.options.tracer && new JobWorkSpans(this.options.tracer, name, job.attemptsMade + 1);
    const requestId = job.data.requestId ?? newRequestId();
    const context = { requestId, ...(span ? { trace: span.context } : {}), ...(work ? { work } : {}) };
    await runInContext(context, async () => {
      try {
        await handler(this.readPayload(name, job.data.payload));
        span?.end();
        this.options.observer.finished(name, performance.now() - started);
      } catch (error) {
        span?.end(error);
        work?.failed(error);
        this.options.observer.failed(name, performance.now() - started, error, job.attemptsMade + 1);
        if (error instanceof InvalidPayload) await job.discard();
        throw error;
      } finally {
        work?.end();
      }
    });
  }

  /** Continues the trace of the request that caused the job, if there is one. */
  private spanOf(name: JobName, { data, attemptsMade }: RunningJob): Span | undefined {
    const { tracer } = this.options;
    const parent = tracer && readTraceparent(data.traceparent);
    if (!parent) return undefined;
    const attributes = { 'messaging.system': 'bull', 'messaging.destination.name': name, attempt: attemptsMade + 1 };
    return tracer.begin(name, { kind: 'consumer', parent, attributes });
  }

  private readPayload(name: JobName, raw: object): object {
    const payload = plainToInstance(this.catalogue[name].payload, raw);
    const errors = validateSync(payload, { whitelist: true, forbidNonWhitelisted: true });
    if (errors.length > 0) {
      throw new InvalidPayload(
        `job ${name}: ${errors.map((error) => error.toString(false, false, '', true)).join('; ')}`,
      );
    }
    return payload;
  }
}

/**
 * Pauses the queue in this process. Bull asks the connection that waits for jobs to quit, and closes it only after half
 * a second, because Redis does not read from a connection that waits.
 */
async function pauseAtOnce(queue: JobQueue): Promise<void> {
  const paused = queue.pause(true);
  await queue.isReady();
  queue.bclient.disconnect();
  await paused;
}

/** Bull names its connection for `CLIENT LIST` and drops the promise, which would end the process without a cluster. */
function nameQuietly(queue: JobQueue): void {
  const name = queue.setWorkerName.bind(queue);
  Object.assign(queue, { setWorkerName: () => name().catch(() => undefined) });
}

/** A payload from an older or another build. A retry would fail in the same way. */
class InvalidPayload extends Error {}
