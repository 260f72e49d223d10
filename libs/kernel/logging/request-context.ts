import { AsyncLocalStorage } from 'node:async_hooks';

/** What follows a piece of work from the edge to every log line and job. */
export interface RequestContext {
  readonly requestId: string;
}

const storage = new AsyncLocalStorage<RequestContext>();
let running = 0;

/**
 * Runs `work` so that everything it starts, awaits or logs carries the given context, until it settles. While no work has a
 * context the storage is off: before Node.js 24 it makes every promise of the process slower, a tenth of the intake:
 * see docs/architecture/decisions/0002-request-context.md.
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

/** The id of the request or job that is running, if any. */
export const currentRequestId = (): string | undefined => storage.getStore()?.requestId;
