/**
 * - `task_timeout`: the task exceeded its time limit; its thread was ended
 * - `thread_out_of_memory`: the task needed more heap than the thread has
 * - `thread_ended`: the thread crashed, could not start, or was ended from inside
 * - `pool_full`: too many tasks are waiting
 * - `pool_closed`: the process is shutting down
 */
export type PoolErrorCode = 'task_timeout' | 'thread_out_of_memory' | 'thread_ended' | 'pool_full' | 'pool_closed';

/** The pool could not finish a task. An error that the task itself throws arrives as the task's own error. */
export class PoolError extends Error {
  override readonly name = 'PoolError';

  constructor(
    readonly code: PoolErrorCode,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** An error as it passes between threads: class instances can't pass. */
export interface ThrownInThread {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** The error's own enumerable properties, without objects and functions. */
  readonly properties: Readonly<Record<string, unknown>>;
}

export function describeError(error: unknown): ThrownInThread {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: undefined, properties: {} };
  const plain = Object.entries(error).filter(([, value]) => value === null || typeof value !== 'object');
  const properties = Object.fromEntries(plain.filter(([, value]) => typeof value !== 'function'));
  return { name: error.name, message: error.message, stack: error.stack, properties };
}

/** A plain `Error` with the name, message, stack and properties of the thrown one. */
export function reviveError({ name, message, stack, properties }: ThrownInThread): Error {
  const error = Object.assign(new Error(message), properties, { name });
  if (stack !== undefined) error.stack = stack;
  return error;
}
