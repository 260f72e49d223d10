import { AsyncLocalStorage } from 'node:async_hooks';

/** The trace and the span that the work belongs to, as lower-case hex. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
}

/** Whose work a running job does. */
export interface JobWork {
  /** Of the log lines of the job; undefined where no work of the batch is traced. */
  readonly trace: TraceContext | undefined;
  took(workIds: Iterable<string | null>): void;
  failed(error: unknown): void;
}

/** The context of a request or job, which every log line and every enqueued job takes over. */
export interface RequestContext {
  readonly requestId: string;
  /** Missing where the work is not traced. */
  readonly trace?: TraceContext;
  /** Of a job, where tracing is on. */
  readonly work?: JobWork;
}

const storage = new AsyncLocalStorage<RequestContext>();
let running = 0;

/**
 * Runs `work` so that everything it starts, awaits or logs has the given context until `work` settles. While no work
 * has a context, the AsyncLocalStorage is disabled: before Node.js 24 it slows every promise of the process, and the
 * intake by a tenth. See docs/architecture/decisions/0002-request-context.md.
 */
export async function runInContext<T>(context: RequestContext, work: () => Promise<T>): Promise<T> {
  running += 1;
  try {
    return await storage.run(context, work);
  } finally {
    running -= 1;
    if (running === 0) storage.disable();
  }
}

/** The trace of the request or job that is running, if there is one. */
export const currentTrace = (): TraceContext | undefined => storage.getStore()?.trace;

/** The trace that log lines name. */
export const loggedTrace = (): TraceContext | undefined => storage.getStore()?.trace ?? storage.getStore()?.work?.trace;

/**
 * The running job has taken a batch of work, whose ids name the traces (`Tracer.rootOf`). Each traced one gets a span
 * of the batch, which ends with the next batch or with the job.
 */
export const tookWork = (workIds: Iterable<string | null>): void => storage.getStore()?.work?.took(workIds);

/** The batch that the running job took last has failed, and the job goes on. */
export const batchFailed = (error: unknown): void => storage.getStore()?.work?.failed(error);

/** The id of the request or job that is running, if any. */
export const currentRequestId = (): string | undefined => storage.getStore()?.requestId;
