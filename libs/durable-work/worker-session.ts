import { randomUUID } from 'node:crypto';
import type { LockNumber } from '#libs/database';
import pg from 'pg';

/**
 * Postgres ends the session of a dead process at once, and that of a silent machine within about ten seconds. Until
 * then the earlier session of this worker may hold the lock, so `lock_timeout` limits the wait for it.
 */
const SETTINGS =
  'SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3; SET lock_timeout = 1000';
const TIMEOUT_MS = 5_000;

/** One row for each worker lock that is held in this database; $1 is the lock number. */
const WORKER_LOCKS = `SELECT objid::bigint AS key FROM pg_locks
  WHERE locktype = 'advisory' AND classid = $1::oid AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/**
 * A separate connection on which a worker holds the advisory lock of its id as long as it lives. While Postgres shows
 * the lock, the worker is alive.
 */
export class WorkerSession {
  readonly id = randomUUID();
  private session: Promise<pg.Client> | undefined;

  constructor(
    private readonly databaseUrl: string,
    private readonly lock: LockNumber,
  ) {}

  /**
   * Resolves once the lock is held, and takes it again after a lost connection. Rejects where Postgres does not answer.
   */
  async hold(): Promise<void> {
    await this.open();
  }

  /** The keys of the locks of all live workers. */
  async workers(): Promise<string[]> {
    const { rows } = await (await this.open()).query<{ key: string }>(WORKER_LOCKS, [this.lock]);
    return rows.map(({ key }) => key);
  }

  /** Releases the lock. */
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
    });
    // `end` reports a lost connection. An `error` event without a listener would end the process.
    client.on('error', () => undefined).once('end', onEnd);
    try {
      await client.connect();
      await client.query(SETTINGS);
      await client.query('SELECT pg_advisory_lock($1::int, hashtext($2))', [this.lock, this.id]);
      return client;
    } catch (error) {
      client.end().catch(() => undefined);
      throw isLockTimeout(error) ? stillHeld() : error;
    }
  }
}

const isLockTimeout = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '55P03';

/** Treated like an unreachable Postgres, because nothing is wrong with the work. */
const stillHeld = (): Error =>
  Object.assign(new Error('the lock of this worker is still held by its last session'), {
    code: 'DATASTORE_UNAVAILABLE',
  });
