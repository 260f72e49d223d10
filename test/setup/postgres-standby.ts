import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgresProgram, type LocalServer, startPostgres } from '#libs/local-services';
import pg from 'pg';
import { cacheDir } from './servers.js';

const run = promisify(execFile);

/** pg_basebackup, which copies a server; undefined where this machine has none, so that tests can skip. */
export const findBaseBackup = (): Promise<string | undefined> => findPostgresProgram('pg_basebackup');

/** A Postgres with a standby that follows it by streaming replication. */
export class PostgresPair {
  private constructor(
    private readonly folder: string,
    private readonly primary: LocalServer,
    readonly standby: LocalServer,
  ) {}

  static async start(baseBackup: string): Promise<PostgresPair> {
    const folder = await mkdtemp(join(tmpdir(), 'rekindle-pair-'));
    const [first, second] = [join(folder, 'primary'), join(folder, 'standby')];
    const options = { cacheDir, durable: false, settings: { wal_level: 'replica', max_wal_senders: '4' } };
    const primary = await startPostgres({ ...options, dataDir: first });
    await copy(baseBackup, primary.url, first, second);
    return new PostgresPair(folder, primary, await startPostgres({ ...options, dataDir: second }));
  }

  /** The URL of the primary. */
  get url(): string {
    return this.primary.url;
  }

  onPrimary<R extends pg.QueryResultRow>(text: string): Promise<R[]> {
    return rowsOf<R>(this.primary.url, text);
  }

  /** From then on the standby receives what the primary writes, but does not apply it. */
  async pause(): Promise<void> {
    await rowsOf(this.standby.url, 'SELECT pg_wal_replay_pause()');
  }

  async resume(): Promise<void> {
    await rowsOf(this.standby.url, 'SELECT pg_wal_replay_resume()');
  }

  async stop(): Promise<void> {
    await this.standby.kill();
    await this.primary.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Copies the running server at `url`, whose files are in `from`, as a standby. `startPostgres` changes the owner. */
async function copy(baseBackup: string, url: string, from: string, to: string): Promise<void> {
  const [version = ''] = await readdir(from);
  const [source, target] = [join(from, version), join(to, version)];
  await mkdir(target, { recursive: true });
  await cp(join(source, 'password'), join(target, 'password'));
  await run(baseBackup, [
    '--dbname',
    url,
    '--pgdata',
    join(target, 'data'),
    '--write-recovery-conf',
    '--checkpoint',
    'fast',
  ]);
}

async function rowsOf<R extends pg.QueryResultRow>(url: string, text: string): Promise<R[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}
