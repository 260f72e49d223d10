import { AsyncLocalStorage } from 'node:async_hooks';

/** The trace and the span that the work belongs to, as lower-case hex. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
}

/** The context of a request or job, which every log line and every enqueued job takes over. */
export interface RequestContext {
  readonly requestId: string;
  /** Missing where the work is not traced. */
  readonly trace?: TraceContext;
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

/** The id of the request or job that is running, if any. */
export const currentRequestId = (): string | undefined => storage.getStore()?.requestId;
