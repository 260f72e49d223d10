import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const BUILD = join(ROOT, 'src/build.mjs');
const BUNDLE = join(ROOT, 'dist/src/service.cjs');
const parsed = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
const SCRIPTS = (parsed('package.json') as Package).scripts;
const SOURCES = [
  'package.json',
  'nest-cli.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'src/main.ts',
  'libs/one/a.ts',
];

interface Package {
  readonly scripts: Readonly<Record<string, string>>;
}

/** A checkout whose programs only write down that they were called. */
let checkout: string;
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'rekindle-build-'));
  for (const folder of ['src', 'libs/one', 'bench', 'node_modules/.bin']) {
    mkdirSync(join(checkout, folder), { recursive: true });
  }
  for (const source of SOURCES) writeFileSync(join(checkout, source), source.endsWith('.json') ? '{}' : '');
  cpSync(BUILD, join(checkout, 'src/build.mjs'));
  for (const program of ['nest', 'vite']) {
    const path = join(checkout, 'node_modules/.bin', program);
    writeFileSync(path, `#!/bin/sh\necho ${program} >> calls\n[ ! -e broken ]\n`);
    chmodSync(path, 0o755);
  }
  mkdirSync(join(checkout, 'dist/src'), { recursive: true });
  writeFileSync(join(checkout, 'dist/src/code.cli.js'), "require('node:fs').appendFileSync('calls', 'code\\n');");
});
afterEach(() => rmSync(checkout, { recursive: true, force: true }));

/** Does what `npm start` does first. Returns the programs that it called, and whether it succeeded. */
function prepare(): { calls: string[]; isDone: boolean } {
  const calls = join(checkout, 'calls');
  rmSync(calls, { force: true });
  const { status } = spawnSync(process.execPath, [join(checkout, 'src/build.mjs'), '--if-changed'], { cwd: checkout });
  return { calls: existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [], isDone: status === 0 };
}
const ALL = { calls: ['nest', 'vite', 'code', 'vite'], isDone: true };
const NOTHING = { calls: [], isDone: true };

it('npm start builds a checkout once, and again only after a source was changed, added or removed', () => {
  expect(SCRIPTS['prestart']).toBe('node src/build.mjs --if-changed');
  const change: Readonly<Record<string, () => void>> = {
    nothing: () => undefined,
    changed: () => writeFileSync(join(checkout, 'libs/one/a.ts'), '1'),
    added: () => writeFileSync(join(checkout, 'bench/new.ts'), ''),
    removed: () => rmSync(join(checkout, 'libs/one/a.ts')),
  };
  for (const [what, make] of Object.entries(change)) {
    make();
    expect(prepare(), what).toEqual(ALL);
    expect(prepare(), what).toEqual(NOTHING);
  }
});

it('npm start builds again after a build that failed', () => {
  writeFileSync(join(checkout, 'broken'), '');
  expect(prepare()).toEqual({ calls: ['nest'], isDone: false });
  rmSync(join(checkout, 'broken'));
  expect(prepare()).toEqual(ALL);
  expect(prepare()).toEqual(NOTHING);
});

it('npm start passes SIGTERM to the service, so that none is left behind', async () => {
  const { start } = SCRIPTS;
  writeFileSync(join(checkout, 'package.json'), JSON.stringify({ scripts: { start } }));
  const service = `process.on('SIGTERM', () => { console.log('stopped'); process.exit(0); });
    setTimeout(() => {}, 30_000);
    console.log('started');`;
  writeFileSync(join(checkout, 'dist/src/main.js'), service);
  const npm = spawn('npm', ['start', '--silent'], { cwd: checkout, stdio: ['ignore', 'pipe', 'inherit'] });
  npm.stdout.setEncoding('utf8');
  expect(await once(npm.stdout, 'data')).toEqual(['started\n']);
  npm.kill('SIGTERM');
  expect(await once(npm.stdout, 'data')).toEqual(['stopped\n']);
});

it('the bundle has only packages that the SBOM of the image names', () => {
  const { packages } = parsed('docker/package-lock.json') as Lock;
  const named = new Set(Object.keys(packages).flatMap((path) => (packages[path]?.dev ? [] : packageOf(path))));
  const bundled = new Set(sourcesOfBundle().flatMap(packageOf));
  expect(bundled).toContain('fastify');
  expect([...bundled].filter((name) => !named.has(name))).toEqual([]);
});

it('the source map of the bundle leads to the TypeScript', () => {
  expect(sourcesOfBundle()).toEqual(
    expect.arrayContaining(['../../src/start.ts', '../../libs/redis/redis-address.ts']),
  );
});

it('the bundle is ASCII, as its reader takes it to be, and has no second file', () => {
  // oxlint-disable-next-line no-control-regex
  expect(readFileSync(BUNDLE, 'latin1')).not.toMatch(/[^\0-\x7f]/);
  expect(existsSync(join(ROOT, 'dist/src/service'))).toBe(false);
});

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: true }>>;
}

/** Paths of the files that are in the bundle. */
const sourcesOfBundle = (): string[] => (parsed('dist/src/service.cjs.map') as { sources: string[] }).sources;

/** The name of the package that has this path below `node_modules`, where there is one. */
const packageOf = (path: string): string[] => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.slice(1) ?? [];
