import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '#libs/database';
import { DURABLE_WORK_OPTIONS, type DurableWorkOptions } from './options.js';
import { WorkerSession } from './worker-session.js';

/** A worker whose lock is gone for so long is dead; one that only lost its connection has it back by then. */
const GRACE_MS = 1_500;

/** The key of a worker's lock as `pg_locks` shows it: the hash of its id, unsigned. */
const KEY = `(hashtext(leased_by::text)::bigint & 4294967295)`;

/** Statements about one table: which workers hold leases, and the leases of some given free. */
interface LeaseTable {
  readonly holders: string;
  readonly release: string;
}

/**
 * Who holds leased work. A row that is leased names its worker (`leased_by`), until when (`leased_until`, renewed by the
 * worker), and how often it was tried (`attempts`). The lease also ends with the worker: each holds the lock of its
 * session, and what a worker without a lock had leased is given free for others.
 */
@Injectable()
export class Leases implements OnApplicationShutdown {
  private readonly session: WorkerSession;
  private readonly tables: LeaseTable[] = [];
  /** When each worker was last seen alive, by the key of its lock. */
  private readonly seen = new Map<string, number>();
  /** Since when this process has looked without a gap. */
  private since: number | undefined;
  /** Whether what was left from before this process began is free. */
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

  /** The worker's name for a new lease. Rejects while the worker's lock can't be held: it would look dead to others. */
  async holder(): Promise<string> {
    await this.session.hold();
    return this.worker;
  }

  /** Has the leases of a table looked after. `open` is a condition on its rows: those that can be leased. */
  register(table: string, open: string): void {
    const leased = `leased_until > now() AND ${open}`;
    this.tables.push({
      holders: `SELECT DISTINCT leased_by AS worker, ${KEY} AS key FROM ${table} WHERE ${leased}`,
      release: `UPDATE ${table} SET leased_until = now() WHERE ${leased} AND leased_by = ANY ($1::uuid[])`,
    });
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
    let released = 0;
    for (const table of this.tables) released += await this.release(table, gone);
    for (const key of gone) this.seen.delete(key);
    this.begun = true;
    return released;
  }

  /** Whoever leases has the lock first. So of the workers that were read those are dead that have none afterwards. */
  private async release({ holders, release }: LeaseTable, gone: readonly string[]): Promise<number> {
    const sql = this.database.acrossRetailers;
    const found = await sql.query<{ worker: string; key: string }>(holders);
    const alive = new Set([...this.seen.keys()].filter((key) => !gone.includes(key)));
    for (const key of found.length > 0 ? await this.session.workers() : []) alive.add(key);
    const dead = found.filter(({ key }) => !alive.has(key)).map(({ worker }) => worker);
    return dead.length > 0 ? sql.execute(release, [dead]) : 0;
  }
}
