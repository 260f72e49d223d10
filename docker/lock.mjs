/**
 * Writes package-lock.json of this folder, for `npm ci` in the Dockerfile, so that every image has the same packages
 * with the same checksums. The lock is for the image only (Linux, glibc): optional packages that the registry does not
 * have, such as builds for other systems, are left out. So the lock does not suit every developer's machine.
 *
 * Usage: npm run lock:image, after every change of package.json.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'rekindle-lock-'));
try {
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'));
  const options = ['--package-lock-only', '--package-lock=true', '--omit-lockfile-registry-resolved'];
  execFileSync('npm', ['install', ...options, '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  for (const path of Object.keys(lock.packages)) dropMissing(lock.packages, path);
  writeFileSync(join(import.meta.dirname, 'package-lock.json'), `${JSON.stringify(lock, undefined, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Removes optional packages that the lock does not have, because `npm ci` would fail on them. */
function dropMissing(packages, path) {
  const { optionalDependencies } = packages[path];
  for (const name of Object.keys(optionalDependencies ?? {})) {
    if (!isHeld(packages, path, name)) delete optionalDependencies[name];
  }
}

/** Looks as Node.js does: in the node_modules of the package, then of each parent folder. */
function isHeld(packages, path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules') - 1))) {
    if (packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`]) return true;
    if (at === '') return false;
  }
}
