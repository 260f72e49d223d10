/**
 * Builds the service, its bundled entry and the studio into dist.
 *
 * Usage: node src/build.mjs [--if-changed]
 *
 * With --if-changed it builds only where a source has changed since the last build began.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
/** An empty file whose time is the beginning of the last whole build. */
const STAMP = join(ROOT, 'dist/built');
const SOURCES = ['src', 'libs', 'bench', 'package.json', 'nest-cli.json', 'tsconfig.json', 'tsconfig.build.json'];
const STEPS = [
  [program('nest'), 'build'],
  [program('vite'), 'build', '--config', 'src/vite.config.ts'],
  [process.execPath, 'dist/src/code.cli.js'],
  [program('vite'), 'build', '--config', 'src/dashboard/studio/vite.config.ts'],
];

if (!process.argv.includes('--if-changed') || hasChanged()) build();

function build() {
  const began = timeOfFiles();
  rmSync(STAMP);
  for (const [command, ...options] of STEPS) {
    const { status, error } = spawnSync(command, options, { cwd: ROOT, stdio: 'inherit' });
    if (error) throw error;
    if (status !== 0) process.exit(status ?? 1);
  }
  writeFileSync(join(ROOT, 'dist/commit'), commit());
  writeFileSync(STAMP, '');
  utimesSync(STAMP, began, began);
}

function program(name) {
  return join(ROOT, 'node_modules/.bin', name);
}

/** The commit that is built, for GET /version. An image is built without the repository, so it is given COMMIT. */
function commit() {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' });
  return process.env.COMMIT ?? (status === 0 ? stdout.trim() : '');
}

/** The time that a file gets now. The clock of the file system may be some milliseconds behind the one of `Date`. */
function timeOfFiles() {
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  writeFileSync(STAMP, '');
  return statSync(STAMP).mtime;
}

/** Whether a source was written, added or removed after the last build began, or no build has ended. */
function hasChanged() {
  const built = statSync(STAMP, { throwIfNoEntry: false })?.mtimeMs;
  return built === undefined || SOURCES.some((path) => isNewer(join(ROOT, path), built));
}

/** Whether the path or one below it has changed since. A folder's time changes when one of its files comes or goes. */
function isNewer(path, since) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return false;
  return (
    found.mtimeMs >= since ||
    (found.isDirectory() && readdirSync(path).some((name) => isNewer(join(path, name), since)))
  );
}
