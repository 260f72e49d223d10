import type { ResourceLimits } from 'node:worker_threads';
import { PoolError, type ThrownInThread } from './pool-error.js';
import { PoolThread, type ThreadTask } from './pool-thread.js';

export interface WorkerPoolOptions {
  /** For errors and debuggers. */
  readonly name: string;
  /** Path of the compiled `*.thread.ts`, from `threadFile`. */
  readonly file: string;
  /** Most threads. A thread starts when a task finds no idle one. */
  readonly threads: number;
  /** Most tasks that wait for a thread; further tasks are refused with `pool_full`. */
  readonly maxWaiting: number;
  /** Heap and stack of one thread. Memory outside the heap (buffers, native libraries) is not counted by Node. */
  readonly resourceLimits?: ResourceLimits;
  /** 0..19, on Linux only: higher gives the threads less time than the rest of the process when cores are busy. */
  readonly niceness?: number;
  /**
   * Restores the class of an error that a task threw. By default it is a plain `Error` with its name and properties.
   */
  readonly revive?: (thrown: ThrownInThread) => Error | undefined;
}

export interface RunOptions {
  /** Time limit of the running task, without waiting for a thread or for the thread's code to load. */
  readonly timeoutMs: number;
  /** Cancels the waiting or running task: `run` rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

type Tasks = object;
type TaskOf<T extends Tasks, N extends keyof T> = T[N] extends (...args: infer Args) => infer Result
  ? { args: Args; result: Awaited<Result> }
  : never;

interface Waiting {
  readonly task: ThreadTask;
  /** `never`: only the caller of `run` knows the type. */
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs functions of a `*.thread.ts` file in worker threads, in the order of the calls, one task per thread. If a task
 * takes too long, crashes its thread or exhausts the thread's heap, only this task fails: the next one gets a new
 * thread.
 */
export class WorkerPool<T extends Tasks> {
  private readonly threads = new Set<PoolThread>();
  private readonly idle: PoolThread[] = [];
  private readonly waiting: Waiting[] = [];
  private closed = false;

  constructor(private readonly options: WorkerPoolOptions) {}

  /** Threads that are alive. */
  get size(): number {
    return this.threads.size;
  }

  /**
   * @throws {PoolError} the pool could not finish the task
   * @throws the task's own error, restored by `revive`
   */
  run<N extends keyof T & string>(
    task: N,
    args: TaskOf<T, N>['args'],
    { timeoutMs, signal }: RunOptions,
  ): Promise<TaskOf<T, N>['result']> {
    let waiting: Waiting;
    const giveUp = (): void => this.giveUp(waiting);
    const outcome = new Promise<TaskOf<T, N>['result']>((resolve, reject) => {
      signal?.throwIfAborted();
      this.refuseIfFull();
      waiting = { task: { task, args, timeoutMs, signal }, resolve, reject };
      this.waiting.push(waiting);
      signal?.addEventListener('abort', giveUp, { once: true });
      this.dispatch();
    });
    return outcome.finally(() => signal?.removeEventListener('abort', giveUp));
  }

  /** Waiting and running tasks fail with `pool_closed`. Resolves when all threads have ended. */
  async close(): Promise<void> {
    this.closed = true;
    const why = new PoolError('pool_closed', `The pool ${this.options.name} is closed.`);
    for (const { reject } of this.waiting.splice(0)) reject(why);
    await Promise.all([...this.threads].map((thread) => thread.end(why)));
    this.threads.clear();
  }

  private refuseIfFull(): void {
    const { name, threads, maxWaiting } = this.options;
    if (this.closed) throw new PoolError('pool_closed', `The pool ${name} is closed.`);
    const free = this.idle.length + threads - this.threads.size;
    if (this.waiting.length >= maxWaiting + free) {
      throw new PoolError('pool_full', `${this.waiting.length} tasks are waiting for a thread of ${name}.`);
    }
  }

  private giveUp(waiting: Waiting): void {
    const index = this.waiting.indexOf(waiting);
    if (index < 0) return;
    this.waiting.splice(index, 1);
    waiting.reject(waiting.task.signal?.reason);
  }

  private dispatch(): void {
    while (this.waiting.length > 0) {
      const thread = this.freeThread();
      const next = thread && this.waiting.shift();
      if (!next) return;
      void this.serve(thread, next);
    }
  }

  /** A thread that died while it was idle is replaced. */
  private freeThread(): PoolThread | undefined {
    for (let thread = this.idle.pop(); thread; thread = this.idle.pop()) {
      if (thread.alive) return thread;
      this.threads.delete(thread);
    }
    if (this.threads.size >= this.options.threads) return undefined;
    const { name, file, resourceLimits = {}, niceness = 0, revive } = this.options;
    const thread = new PoolThread({ name, file, resourceLimits, niceness, revive });
    this.threads.add(thread);
    return thread;
  }

  private async serve(thread: PoolThread, { task, resolve, reject }: Waiting): Promise<void> {
    try {
      resolve((await thread.run(task)) as never);
    } catch (error) {
      reject(error);
    } finally {
      if (thread.alive) this.idle.push(thread);
      else this.threads.delete(thread);
      this.dispatch();
    }
  }
}
