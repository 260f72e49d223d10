import { randomUUID } from 'node:crypto';
import type { LockNumber } from '#libs/database';
import pg from 'pg';

/**
 * Postgres ends the session of a machine that has gone silent within about ten seconds; that of a process that died it
 * ends at once. The lock of an earlier session of this worker may be there until then: nobody waits for it for long.
 */
const SETTINGS = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 -c lock_timeout=1000';
const TIMEOUT_MS = 5_000;

/** The worker locks of this database, one row for each that is held; $1 is the number of the lock. */
const WORKER_LOCKS = `SELECT objid::bigint AS key FROM pg_locks
  WHERE locktype = 'advisory' AND classid = $1::oid AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/**
 * A connection of its own on which a worker holds the advisory lock of its id. It lives as long as the worker: while
 * Postgres shows the lock, the worker lives.
 */
export class WorkerSession {
  readonly id = randomUUID();
  private session: Promise<pg.Client> | undefined;

  constructor(
    private readonly databaseUrl: string,
    private readonly lock: LockNumber,
  ) {}

  /** Resolves once the lock is held, again after the connection was lost. Rejects where Postgres does not answer. */
  async hold(): Promise<void> {
    await this.open();
  }

  /** The keys of the locks of all workers that live. */
  async workers(): Promise<string[]> {
    const { rows } = await (await this.open()).query<{ key: string }>(WORKER_LOCKS, [this.lock]);
    return rows.map(({ key }) => key);
  }

  /** Gives the lock free. */
  async close(): Promise<void> {
    const open = this.session;
    this.session = undefined;
    const client = await open?.catch(() => undefined);
    await client?.end().catch(() => undefined);
  }

  private open(): Promise<pg.Client> {
    if (this.session) return this.session;
    const opening = this.connect(() => forget());
    const forget = (): void => {
      if (this.session === opening) this.session = undefined;
    };
    opening.catch(forget);
    this.session = opening;
    return opening;
  }

  private async connect(onEnd: () => void): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.databaseUrl,
      application_name: 'rekindle worker',
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      keepAlive: true,
      options: SETTINGS,
    });
    // The loss is heard of by `end`; an error that nobody hears would end the process.
    client.on('error', () => undefined).once('end', onEnd);
    try {
      await client.connect();
      await client.query('SELECT pg_advisory_lock($1::int, hashtext($2))', [this.lock, this.id]);
      return client;
    } catch (error) {
      client.end().catch(() => undefined);
      throw isLockTimeout(error) ? stillHeld() : error;
    }
  }
}

const isLockTimeout = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '55P03';

/** As good as a Postgres that is away: nothing is wrong with the work. */
const stillHeld = (): Error =>
  Object.assign(new Error('the lock of this worker is still held by its last session'), { code: 'DATASTORE_UNAVAILABLE' });
