import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findPostgresProgram } from '#libs/local-services';
import { BackupError } from './manifest.js';

/** Runs pg_dump or pg_restore on a database. The password goes by the environment, which other users can't read. */
export async function runProgram(
  name: 'pg_dump' | 'pg_restore',
  databaseUrl: string,
  args: readonly string[],
): Promise<void> {
  const program = await findPostgresProgram(name);
  if (!program) throw new BackupError(`There is no ${name}: install the clients of Postgres (postgresql-client).`);
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  const child = spawn(program, [...args, `--dbname=${url.href}`], {
    stdio: ['ignore', 'inherit', 'pipe'],
    env: password ? { PGPASSWORD: password } : {},
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new BackupError(`${name} failed: ${errors.trim().slice(-2_000)}`);
}
