import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);
const text = async (program: string, args: readonly string[], cwd: string, env = process.env): Promise<string> =>
  (await run(program, args, { cwd, env, maxBuffer: 2 ** 28 })).stdout.trim();

/** The service as an earlier commit had it, built in a folder of its own under .data. */
export class EarlierBuild {
  private constructor(
    readonly commit: string,
    private readonly folder: string,
  ) {}

  /** The commit of `UPGRADE_FROM`, or the last tag. Its packages are those of this version. */
  static async make(): Promise<EarlierBuild> {
    const from = process.env['UPGRADE_FROM'] ?? (await lastTag());
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

const lastTag = (): Promise<string> =>
  text('git', ['describe', '--tags', '--abbrev=0'], ROOT).catch(() => {
    throw new Error(
      'No release is tagged yet. Name the commit to upgrade from: UPGRADE_FROM=COMMIT npm run test:upgrade',
    );
  });
