import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const BUNDLE = join(ROOT, 'dist/src/service.cjs');
const parsed = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
const SCRIPTS = (parsed('package.json') as Package).scripts;

interface Package {
  readonly scripts: Readonly<Record<string, string>>;
}

/** A folder of the test. */
let checkout: string;
beforeEach(() => void (checkout = mkdtempSync(join(tmpdir(), 'rekindle-build-'))));
afterEach(() => rmSync(checkout, { recursive: true, force: true }));

it('npm start first builds where a source has changed', () => {
  expect(SCRIPTS['prestart']).toBe('node src/build.mjs --if-changed');
});

it('npm start passes SIGTERM to the service, so that none is left behind', async () => {
  const { start } = SCRIPTS;
  mkdirSync(join(checkout, 'dist/src'), { recursive: true });
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

it('the bundle loads no package a second time whose rules, entities or types are kept in the package', () => {
  const script = `import { createRequire } from 'node:module';
    import { loadBundle } from './dist/src/service-bundle.js';
    loadBundle();
    console.log(JSON.stringify(Object.keys(createRequire(import.meta.url).cache)));
    process.exit();`;
  const loaded = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: ROOT, encoding: 'utf8' });
  const outside = new Set((JSON.parse(loaded) as string[]).flatMap(packageOf));
  const inside = new Set(sourcesOfBundle().flatMap(packageOf));
  expect(outside).toContain('bull');
  const single = [
    'bull',
    'class-transformer',
    'class-validator',
    'ioredis',
    'pg',
    'pg-types',
    'reflect-metadata',
    'typeorm',
  ];
  expect(single.filter((name) => inside.has(name) === outside.has(name))).toEqual([]);
});

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: true }>>;
}

/** Paths of the files that are in the bundle. */
const sourcesOfBundle = (): string[] => (parsed('dist/src/service.cjs.map') as { sources: string[] }).sources;

/** The name of the package that has this path below `node_modules`, where there is one. */
const packageOf = (path: string): string[] => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.slice(1) ?? [];
