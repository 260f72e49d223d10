import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { PoolClient, QueryResult } from 'pg';
import type { ServiceDataSource } from './service-data-source.js';

/** A place in the write-ahead log of the primary, with an instant up to which it has every commit. */
export interface Point {
  readonly at: number;
  readonly lsn: string;
}

export interface ReplicaOptions {
  /** How far a read may be behind the primary, in milliseconds. */
  readonly maxLagMs: number;
  readonly warn: (message: string, error: unknown) => void;
}

const PROBES_IN_LAG = 4;
/** For so long after an error of the replica, in milliseconds, all reads run on the primary. */
const AWAY_MS = 5_000;
const LSN = /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/;

/** Thrown where a server has not replayed what a read needs. The read then runs on the primary. */
class Behind extends Error {}

/**
 * Standbys that follow the primary by streaming replication, behind one address. A read of a retailer runs there only
 * on a connection whose server has replayed every commit of this process for the retailer, and every commit of others
 * that is older than `maxLagMs`. Instants are milliseconds of this process's own clock.
 */
export class Replica {
  private readonly points: Point[] = [];
  private readonly writes = new Map<string, number>();
  private wroteAcross = 0;
  private probe: NodeJS.Timeout | undefined;
  private opening: Promise<unknown> | undefined;
  private awayUntil = 0;

  constructor(
    private readonly primary: ServiceDataSource,
    private readonly standby: ServiceDataSource,
    private readonly options: ReplicaOptions,
  ) {}

  start(): void {
    void this.note();
    const pause = Math.max(1, Math.floor(this.options.maxLagMs / PROBES_IN_LAG));
    this.probe = setInterval(() => void this.note(), pause).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.probe);
    await this.opening?.catch(() => undefined);
    if (this.standby.isInitialized) await this.standby.destroy();
  }

  /** A transaction of this process for the retailer has written, and is committed. */
  wrote(retailerId: string): void {
    this.writes.set(retailerId, performance.now());
  }

  /** A statement or transaction of this process over several retailers has written, perhaps for each of them. */
  wroteAny(): void {
    this.wroteAcross = performance.now();
  }

  /**
   * What a read of the retailer needs: undefined where the primary does not say its place in the log, or where the
   * replica did not answer a moment ago.
   */
  async neededBy(retailerId: string): Promise<Point | undefined> {
    const now = performance.now();
    if (now < this.awayUntil) return undefined;
    const since = Math.max(now - this.options.maxLagMs, this.writes.get(retailerId) ?? 0, this.wroteAcross);
    const isNewEnough = ({ at }: Point): boolean => at >= since;
    const known = this.points.find(isNewEnough);
    if (known) return known;
    // The batches of a busy process would make each place too old before the next one is noted.
    await this.note();
    return this.points.find(isNewEnough);
  }

  /** Connects at the first read. */
  async source(): Promise<ServiceDataSource> {
    if (!this.standby.isInitialized) {
      await (this.opening ??= this.standby.initialize().finally(() => (this.opening = undefined)));
    }
    return this.standby;
  }

  /** No read could begin on the replica. Where its server was only behind, the next read asks again. */
  refused(error: unknown): void {
    if (error instanceof Behind) return;
    this.awayUntil = performance.now() + AWAY_MS;
    this.options.warn('the replica does not answer, reads run on the primary', error);
  }

  /** Asks the primary for its present place in the log. */
  async note(): Promise<void> {
    const at = performance.now();
    const oldest = at - this.options.maxLagMs;
    for (const [retailerId, wrote] of this.writes) if (wrote < oldest) this.writes.delete(retailerId);
    while (this.points[0] && this.points[0].at < oldest) this.points.shift();
    try {
      const { rows } = await this.primary.statement((client) => client.query<{ lsn: string }>(PRESENT));
      const lsn = rows[0]?.lsn ?? '';
      // Answers may come in another order than the questions.
      if (LSN.test(lsn) && at > (this.points.at(-1)?.at ?? 0)) this.points.push({ at, lsn });
    } catch {
      // Without a new place, reads go to the primary, which then reports the error.
    }
  }
}

/** The end of what is inserted. What a commit has written may come later: `Database.step` does not wait for that. */
const PRESENT = { name: 'present-lsn', text: 'SELECT pg_current_wal_insert_lsn()::text AS lsn' };

/** A standby that follows closely has the point within these pauses, in milliseconds. */
const PAUSES = [0, 3, 9];

/** Throws where the server of this connection has not replayed the point, or is no longer a standby. */
export async function requireReplayed(client: PoolClient, { lsn }: Point): Promise<void> {
  for (const ms of PAUSES) {
    if (ms > 0) await pause(ms);
    const { rows } = await client.query<{ replayed: boolean }>({ ...REPLAYED, values: [lsn] });
    if (rows[0]?.replayed === true) return;
  }
  throw new Behind('the replica has not replayed what the read needs');
}

const REPLAYED = {
  name: 'replayed-lsn',
  text: 'SELECT pg_is_in_recovery() AND coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) AS replayed',
};

/** Whether a statement may write: also where it only locks rows, which costs a later read a question. */
export const writes = (text: string): boolean => WRITES.test(text);

const WRITES = /\b(?:INSERT INTO|UPDATE|DELETE FROM|MERGE INTO)\b/;

/**
 * Commits a transaction of one retailer, or of several without `retailerId`. Notes whether it wrote anything, in one
 * round trip.
 */
export async function commitFor(retailerId: string | undefined, client: PoolClient, replica: Replica): Promise<void> {
  // Several statements without values give a list of results, which the types of pg do not say.
  const results: unknown = await client.query(COMMIT);
  if (Array.isArray(results) && (results[0] as QueryResult<{ wrote: boolean }>).rows[0]?.wrote) {
    if (retailerId === undefined) replica.wroteAny();
    else replica.wrote(retailerId);
  }
}

const COMMIT = 'SELECT pg_current_xact_id_if_assigned() IS NOT NULL AS wrote; COMMIT';
