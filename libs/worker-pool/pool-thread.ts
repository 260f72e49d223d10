import { type ResourceLimits, Worker } from 'node:worker_threads';
import { PoolError, reviveError, type ThrownInThread } from './pool-error.js';
import { asBuffer, mapBytes, type TaskMessage, type ThreadData, type ThreadMessage } from './protocol.js';

/** Generous, because loading code takes longer on a busy machine. */
const START_MS = 60_000;

export interface PoolThreadOptions {
  readonly name: string;
  /** Absolute path of a compiled `*.thread.ts`. */
  readonly file: string;
  readonly resourceLimits: ResourceLimits;
  readonly niceness: number;
  readonly revive: ((thrown: ThrownInThread) => Error | undefined) | undefined;
}

/** A task that a thread is running. */
export interface ThreadTask extends TaskMessage {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

interface Waiter {
  readonly resolve: (message: ThreadMessage) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * One thread, which runs one task at a time. Cancelling a task ends its thread, because running code can't be stopped.
 */
export class PoolThread {
  private readonly worker: Worker;
  private readonly started: Promise<unknown>;
  private waiter: Waiter | undefined;
  private lost: PoolError | undefined;

  constructor(private readonly options: PoolThreadOptions) {
    this.worker = new Worker(options.file, {
      name: options.name,
      // The thread must not get the environment's secrets or the parent's loaders.
      env: {},
      execArgv: [],
      resourceLimits: options.resourceLimits,
      workerData: { niceness: options.niceness } satisfies ThreadData,
    });
    this.worker.on('message', (message: ThreadMessage) => this.waiter?.resolve(message));
    this.worker.on('messageerror', (error) => this.waiter?.reject(error));
    this.worker.on('error', (error) => this.lose(causeOf(options.name, error)));
    this.worker.on('exit', () => this.lose(new PoolError('thread_ended', `A thread of ${options.name} ended.`)));
    this.started = this.answer();
    // The caller of the task receives the error.
    this.started.catch(() => undefined);
  }

  get alive(): boolean {
    return this.lost === undefined;
  }

  async run({ task, args, timeoutMs, signal }: ThreadTask): Promise<unknown> {
    this.worker.ref();
    try {
      await this.within(START_MS, `Starting ${this.options.name}`, signal, () => this.started);
      const message = await this.within(timeoutMs, `The task ${task} of ${this.options.name}`, signal, async () => {
        this.worker.postMessage({ task, args } satisfies TaskMessage);
        return this.answer();
      });
      if ('error' in message) throw this.options.revive?.(message.error) ?? reviveError(message.error);
      return 'result' in message ? mapBytes(message.result, asBuffer) : undefined;
    } finally {
      // An idle thread must not keep the process alive.
      this.worker.unref();
    }
  }

  /** Resolves when the thread has ended. Its task fails. */
  async end(why: PoolError): Promise<void> {
    this.lose(why);
    await this.worker.terminate();
  }

  private async answer(): Promise<ThreadMessage> {
    if (this.lost) throw this.lost;
    try {
      return await new Promise<ThreadMessage>((resolve, reject) => (this.waiter = { resolve, reject }));
    } finally {
      this.waiter = undefined;
    }
  }

  /** The result of the work. If the time is over or the signal aborts first, the thread is ended. */
  private async within<T>(
    milliseconds: number,
    what: string,
    signal: AbortSignal | undefined,
    work: () => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    return new Promise<T>((resolve, reject) => {
      const cutOff = (error: unknown): void => {
        reject(error);
        void this.end(new PoolError('thread_ended', `${what} was cut off.`));
      };
      const late = new PoolError('task_timeout', `${what} took longer than ${milliseconds} ms.`);
      const timer = setTimeout(cutOff, milliseconds, late);
      const abort = (): void => cutOff(signal?.reason);
      signal?.addEventListener('abort', abort, { once: true });
      work()
        .finally(() => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', abort);
        })
        .then(resolve, reject);
    });
  }

  private lose(why: PoolError): void {
    this.lost ??= why;
    this.waiter?.reject(this.lost);
  }
}

function causeOf(name: string, error: Error & { readonly code?: string }): PoolError {
  return error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new PoolError('thread_out_of_memory', `A thread of ${name} ran out of memory.`, error)
    : new PoolError('thread_ended', `A thread of ${name} ended: ${error.message}`, error);
}
