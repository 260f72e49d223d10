import type { LockNumber } from '#libs/database';

export interface DurableWorkOptions {
  /** For the session of this worker, which needs a connection that nobody shares. */
  readonly databaseUrl: string;
  /** The number of the locks that workers hold. */
  readonly workerLock: LockNumber;
  /** Whether this process runs a sweep; throws where nobody would. */
  readonly sweeps: (name: string) => boolean;
  /** Pause between two runs of a sweep that does not say another. */
  readonly sweepSeconds: number;
  readonly observer: { sweepFailed(name: string, error: unknown): void };
}
export const DURABLE_WORK_OPTIONS = Symbol('durable-work-options');
