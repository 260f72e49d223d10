import { threadFile, type ThrownInThread, WorkerPool } from '#libs/worker-pool';

type Models = typeof import('./models.js');

/** One image takes a second or two. */
export const IN_TIME = { timeoutMs: 60_000 };
const MAX_WAITING = 100;
/** The memory of the models is outside of the heap; the size of their input limits it. */
const HEAP_MIB = 256;
const NICENESS = 5;

/** Loading the models takes a second or two. */
const IDLE_MS = 30_000;

/**
 * Runs models in a thread of its own, one image at a time. The thread ends when it has been idle for a while, because
 * the models need 200 MB and more.
 */
export class ModelThread {
  private pool: WorkerPool<Models> | undefined;
  private underWay = 0;
  private end: NodeJS.Timeout | undefined;

  constructor(private readonly revive: (thrown: ThrownInThread) => Error | undefined) {}

  /** @throws {PoolError} the model took too long or its thread was lost */
  async run<T>(task: (pool: WorkerPool<Models>) => Promise<T>): Promise<T> {
    const pool = (this.pool ??= this.open());
    clearTimeout(this.end);
    this.underWay += 1;
    try {
      return await task(pool);
    } finally {
      this.underWay -= 1;
      if (this.underWay === 0) this.end = setTimeout(() => void this.close(), IDLE_MS).unref();
    }
  }

  async close(): Promise<void> {
    const { pool } = this;
    clearTimeout(this.end);
    this.pool = undefined;
    await pool?.close();
  }

  private open(): WorkerPool<Models> {
    return new WorkerPool<Models>({
      name: 'models',
      file: threadFile('libs/compositor/models'),
      threads: 1,
      maxWaiting: MAX_WAITING,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
      niceness: NICENESS,
      revive: this.revive,
    });
  }
}
