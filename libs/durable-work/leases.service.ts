import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '#libs/database';
import { DURABLE_WORK_OPTIONS, type DurableWorkOptions } from './options.js';
import { WORKER_LOCKS, WorkerSession } from './worker-session.js';

/** A worker whose lock is gone for so long is dead; one that only lost its connection has it back by then. */
const GRACE_MS = 1_500;

/** The key of a worker's lock as `pg_locks` shows it: the hash of its id, unsigned. */
const KEY = `(hashtext(leased_by::text)::bigint & 4294967295)`;

/**
 * Who holds leased work. A row that is leased names its worker (`leased_by`), until when (`leased_until`, renewed by the
 * worker), and how often it was tried (`attempts`). The lease also ends with the worker: each holds the lock of its
 * session, and what a worker without a lock had leased is given free for others.
 */
@Injectable()
export class Leases implements OnApplicationShutdown {
  private readonly session: WorkerSession;
  private readonly releases: string[] = [];
  /** When each worker was last seen alive, by the key of its lock. */
  private readonly seen = new Map<string, number>();
  /** Since when this process has looked without a gap. */
  private since: number | undefined;
  /** Whether what was left from before this process began is free. */
  private begun = false;

  constructor(
    @Inject(DURABLE_WORK_OPTIONS) private readonly options: DurableWorkOptions,
    private readonly database: Database,
  ) {
    this.session = new WorkerSession(options.databaseUrl, options.workerLock);
  }

  /** This worker's name in `leased_by`. */
  get worker(): string {
    return this.session.id;
  }

  /** The worker's name for a new lease. Rejects while the worker's lock can't be held: it would look dead to others. */
  async holder(): Promise<string> {
    await this.session.hold();
    return this.worker;
  }

  /** Has the leases of a table looked after. `open` is a condition on its rows: those that can be leased. */
  register(table: string, open: string): void {
    this.releases.push(
      `UPDATE ${table} SET leased_until = now()
        WHERE leased_until > now() AND ${open} AND ${KEY} <> ALL ($2::bigint[]) AND ${KEY} NOT IN (${WORKER_LOCKS})`,
    );
  }

  /** Looks who lives and gives free what the dead had leased. Returns how many leases these were. */
  async look(): Promise<number> {
    const alive = await this.session.workers().catch(() => undefined);
    if (!alive) {
      this.since = undefined;
      await this.session.close();
      return 0;
    }
    const now = performance.now();
    if (this.since === undefined) {
      // While nobody could look, nobody could hold a lock either: all have their time to come back.
      this.since = now;
      for (const key of this.seen.keys()) this.seen.set(key, now);
    }
    for (const key of alive) this.seen.set(key, now);
    const gone = [...this.seen].filter(([, at]) => now - at >= GRACE_MS).map(([key]) => key);
    const isBeginning = !this.begun && now - this.since >= GRACE_MS;
    return gone.length > 0 || isBeginning ? this.releaseAllBut(gone) : 0;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.session.close();
  }

  private async releaseAllBut(gone: readonly string[]): Promise<number> {
    const kept = [...this.seen.keys()].filter((key) => !gone.includes(key));
    let released = 0;
    for (const statement of this.releases) {
      released += await this.database.acrossRetailers.execute(statement, [this.options.workerLock, kept]);
    }
    for (const key of gone) this.seen.delete(key);
    this.begun = true;
    return released;
  }
}
