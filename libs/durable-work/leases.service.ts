import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '#libs/database';
import { DURABLE_WORK_OPTIONS, type DurableWorkOptions } from './options.js';
import { WorkerSession } from './worker-session.js';

/** A worker without its lock for so long is dead. One that only lost its connection has its lock back by then. */
const GRACE_MS = 1_500;

/** The key of a worker's lock as `pg_locks` shows it: the unsigned hash of its id. */
const KEY = `(hashtext(leased_by::text)::bigint & 4294967295)`;

/** The statements for one table: which workers hold leases, and one that frees the leases of some workers. */
interface LeaseTable {
  readonly holders: string;
  readonly release: string;
}

/**
 * The leases of all tables. A leased row names its worker (`leased_by`), the end of the lease (`leased_until`, which
 * the worker renews) and the number of attempts (`attempts`). A lease also ends when its worker dies: each worker holds
 * an advisory lock in its session, and the leases of a worker without that lock are freed.
 */
@Injectable()
export class Leases implements OnApplicationShutdown {
  private readonly session: WorkerSession;
  private readonly tables: LeaseTable[] = [];
  /** When each worker was last seen alive, by the key of its lock. */
  private readonly seen = new Map<string, number>();
  /** Since when this process has checked without a gap. */
  private since: number | undefined;
  /** Whether the leases of workers that died before this process started are freed. */
  private begun = false;

  constructor(
    @Inject(DURABLE_WORK_OPTIONS) options: DurableWorkOptions,
    private readonly database: Database,
  ) {
    this.session = new WorkerSession(options.databaseUrl, options.workerLock);
  }

  /** This worker's name in `leased_by`. */
  get worker(): string {
    return this.session.id;
  }

  /** The worker's name for a new lease. Rejects while the worker has no lock, because others would see it as dead. */
  async holder(): Promise<string> {
    await this.session.hold();
    return this.worker;
  }

  /** Registers a table whose leases end with their workers. `open` is the SQL condition of rows that can be leased. */
  register(table: string, open: string): void {
    const leased = `leased_until > now() AND ${open}`;
    this.tables.push({
      holders: `SELECT DISTINCT leased_by AS worker, ${KEY} AS key FROM ${table} WHERE ${leased}`,
      release: `UPDATE ${table} SET leased_until = now() WHERE ${leased} AND leased_by = ANY ($1::uuid[])`,
    });
  }

  /** Finds the dead workers and frees their leases. Returns the number of freed leases. */
  async look(): Promise<number> {
    const alive = await this.session.workers().catch(() => undefined);
    if (!alive) {
      this.since = undefined;
      await this.session.close();
      return 0;
    }
    const now = performance.now();
    if (this.since === undefined) {
      // While Postgres was unreachable, no worker could hold a lock. Each gets the usual time to take its lock again.
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
    let released = 0;
    for (const table of this.tables) released += await this.release(table, gone);
    for (const key of gone) this.seen.delete(key);
    this.begun = true;
    return released;
  }

  /**
   * Frees the leases of dead workers in one table. A worker takes its lock before it leases, and the leases are read
   * before the locks: so a worker with a lease and without a lock is dead.
   */
  private async release({ holders, release }: LeaseTable, gone: readonly string[]): Promise<number> {
    const sql = this.database.acrossRetailers;
    const found = await sql.query<{ worker: string; key: string }>(holders);
    const alive = new Set([...this.seen.keys()].filter((key) => !gone.includes(key)));
    for (const key of found.length > 0 ? await this.session.workers() : []) alive.add(key);
    const dead = found.filter(({ key }) => !alive.has(key)).map(({ worker }) => worker);
    return dead.length > 0 ? sql.execute(release, [dead]) : 0;
  }
}
