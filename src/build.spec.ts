import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** A small project. Each program of its build writes its own name down when it runs. */
let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'rekindle-build-'));
  for (const folder of ['src', 'libs/kernel', 'bench', 'dist/src', 'node_modules/.bin']) {
    mkdirSync(join(project, folder), { recursive: true });
  }
  cpSync(join(import.meta.dirname, 'build.mjs'), join(project, 'src/build.mjs'));
  writeFileSync(join(project, 'libs/kernel/index.ts'), '');
  writeFileSync(join(project, 'dist/src/code.cli.js'), "require('node:fs').appendFileSync('calls', 'code\\n')");
  for (const program of ['nest', 'vite']) compiler(program, `echo ${program} >> calls`);
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

const compiler = (program: string, script: string): void =>
  writeFileSync(join(project, 'node_modules/.bin', program), `#!/bin/sh\n${script}\n`, { mode: 0o755 });

/** Runs the build. Returns its exit code and the programs that it called. */
function build(...options: readonly string[]): { readonly status: number | null; readonly calls: string[] } {
  writeFileSync(join(project, 'calls'), '');
  const { status } = spawnSync(process.execPath, [join(project, 'src/build.mjs'), ...options]);
  return { status, calls: readFileSync(join(project, 'calls'), 'utf8').split('\n').filter(Boolean) };
}

const WHOLE = { status: 0, calls: ['nest', 'vite', 'code', 'vite'] };
const NOTHING = { status: 0, calls: [] };

describe('the build', () => {
  it('runs where nothing was built, and with --if-changed not again', () => {
    expect(build('--if-changed')).toEqual(WHOLE);
    expect(build('--if-changed')).toEqual(NOTHING);
    expect(build()).toEqual(WHOLE);
  });

  it.each([
    ['a changed file', () => touch('libs/kernel/index.ts')],
    ['a new file', () => writeFileSync(join(project, 'libs/kernel/new.ts'), '')],
    ['a removed file', () => rmSync(join(project, 'libs/kernel/index.ts'))],
    ['another package.json', () => writeFileSync(join(project, 'package.json'), '{}')],
  ])('runs again after %s', (_, change) => {
    build();
    change();
    expect(build('--if-changed')).toEqual(WHOLE);
    expect(build('--if-changed')).toEqual(NOTHING);
  });

  it('runs again after a file that was changed during the build', () => {
    compiler('nest', 'echo nest >> calls; echo >> libs/kernel/index.ts');
    build();
    expect(build('--if-changed')).toEqual(WHOLE);
  });

  it('stops at a compiler that fails, with its exit code, and runs again', () => {
    compiler('nest', 'exit 3');
    expect(build('--if-changed')).toEqual({ status: 3, calls: [] });
    expect(build('--if-changed').status).toBe(3);
  });

  const touch = (file: string): void => utimesSync(join(project, file), new Date(), new Date());
});
