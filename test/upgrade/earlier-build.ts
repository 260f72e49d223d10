import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');
const MIGRATIONS = 'src/database/migrations';
const run = promisify(execFile);
const text = async (program: string, args: readonly string[], cwd: string, env = process.env): Promise<string> =>
  (await run(program, args, { cwd, env, maxBuffer: 2 ** 28 })).stdout.trim();

/** The service as an earlier commit had it, built in a folder of its own under .data. */
export class EarlierBuild {
  private constructor(
    readonly commit: string,
    private readonly folder: string,
  ) {}

  /**
   * The commit of `UPGRADE_FROM`, else the last tag before this commit, else the commit before the last one that
   * added a migration, so that an upgrade from there applies one. Its packages are those of this version.
   */
  static async make(): Promise<EarlierBuild> {
    const from = process.env['UPGRADE_FROM'] ?? (await lastTag()) ?? (await beforeNewestMigration());
    const commit = await text('git', ['rev-parse', `${from}^{commit}`], ROOT);
    const folder = join(ROOT, '.data/upgrade', commit);
    const build = new EarlierBuild(commit, folder);
    if (existsSync(join(folder, 'dist/built'))) return build;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const archive = join(folder, 'source.tar');
    await text('git', ['archive', '--output', archive, commit], ROOT);
    await text('tar', ['-xf', archive], folder);
    rmSync(archive);
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    await text(process.execPath, ['src/build.mjs'], folder, { ...process.env, COMMIT: commit });
    return build;
  }

  get main(): string {
    return join(this.folder, 'dist/src/main.js');
  }

  /** Applies the migrations of that version. Returns what the command printed. */
  migrate(databaseUrl: string): Promise<string> {
    const command = join(this.folder, 'dist/src/database/cli.js');
    return text(process.execPath, [command, 'migrate'], this.folder, { DATABASE_URL: databaseUrl });
  }
}

const lastTag = (): Promise<string | undefined> =>
  text('git', ['describe', '--tags', '--abbrev=0', 'HEAD^'], ROOT).catch(() => undefined);

/** The parent of the last commit that added a migration. */
async function beforeNewestMigration(): Promise<string> {
  if ((await text('git', ['rev-parse', '--is-shallow-repository'], ROOT)) === 'true') {
    throw new Error('this clone lacks the history: run `git fetch --unshallow`, or name a commit in UPGRADE_FROM');
  }
  const added = await text('git', ['log', '--diff-filter=A', '--format=%H', '-1', '--', MIGRATIONS], ROOT);
  return `${added}^`;
}
