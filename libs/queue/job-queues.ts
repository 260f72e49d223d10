import type { Job, Queue } from 'bull';
import type { JobName } from './catalogue.js';

/** The data of a job in Redis: its payload, and the request and the trace that caused it. */
export interface JobEnvelope {
  readonly payload: object;
  readonly requestId?: string;
  /** The trace of the request, as W3C Trace Context writes it. */
  readonly traceparent?: string;
}

/** With the connection that waits for jobs and its name, which Bull's types leave out. */
export type JobQueue = Queue<JobEnvelope> & {
  readonly bclient: { disconnect(): void };
  setWorkerName(): Promise<void>;
};
export type RunningJob = Job<JobEnvelope>;

/** Injection token: every job's Bull queue by name. */
export const JOB_QUEUES = Symbol('job-queues');
export type JobQueues = ReadonlyMap<JobName, JobQueue>;
