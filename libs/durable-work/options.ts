import type { LockNumber } from '#libs/database';

export interface DurableWorkOptions {
  /** The database for the session of this worker, which needs a connection of its own. */
  readonly databaseUrl: string;
  /** The lock number of the advisory locks that workers hold. */
  readonly workerLock: LockNumber;
  /** Whether this process runs the sweep. Throws where no process would. */
  readonly sweeps: (name: string) => boolean;
  /** The interval of sweeps that name no other. */
  readonly sweepSeconds: number;
  readonly observer: { sweepFailed(name: string, error: unknown): void };
}
export const DURABLE_WORK_OPTIONS = Symbol('durable-work-options');
