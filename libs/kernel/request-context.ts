import { AsyncLocalStorage } from 'node:async_hooks';

/** What follows a piece of work from the edge to every log line and job. */
export interface RequestContext {
  readonly requestId: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` so that everything it starts, awaits or logs carries the given context. */
export const runInContext = <T>(context: RequestContext, work: () => T): T => storage.run(context, work);

/** The id of the request or job that is running, if any. */
export const currentRequestId = (): string | undefined => storage.getStore()?.requestId;
