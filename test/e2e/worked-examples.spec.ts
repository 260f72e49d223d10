import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cacheDir } from '../setup/servers.js';
import { apply, readExample, type WorkedExample } from '../setup/worked-example.js';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const PAGES = join(ROOT, 'docs/contributing');
const COPIED = ['src', 'libs', 'test', 'package.json', 'tsconfig.json', 'vitest.config.ts'];

/** One copy of the repository in which all pages are followed, so that types are checked once. */
let copy: string;
let examples: readonly WorkedExample[];

beforeAll(async () => {
  const pages = (await readdir(PAGES)).filter((name) => name.startsWith('add-'));
  examples = await Promise.all(pages.map(async (name) => readExample(await readFile(join(PAGES, name), 'utf8'))));
  copy = await mkdtemp(join(tmpdir(), 'rekindle-examples-'));
  for (const name of COPIED) await cp(join(ROOT, name), join(copy, name), { recursive: true });
  for (const name of ['node_modules', 'dist']) await symlink(join(ROOT, name), join(copy, name));
  await mkdir(join(copy, '.data'));
  await symlink(cacheDir, join(copy, '.data', basename(cacheDir)));
});
afterAll(() => rm(copy, { recursive: true, force: true }));

/** The exit code with the output, so that a failure shows what the compiler or the test runner said. */
async function runInCopy(...command: string[]): Promise<string> {
  try {
    await run(process.execPath, command, { cwd: copy, env: { ...process.env, REKINDLE_PROPERTY_ROUNDS: '1' } });
    return 'exit 0';
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return `exit ${code}\n${stdout}\n${stderr}`;
  }
}

it('follows the pages that explain how to add a job, a criterion, a table, an image style and families of layouts', async () => {
  expect(examples.map(({ specs }) => specs.length > 0)).toEqual([true, true, true, true, true, true]);
  for (const { edits } of examples) for (const edit of edits) await apply(edit, copy);
  const specs = examples.flatMap((example) => example.specs);
  const onlyTypes = ['--type-aware', '--type-check', '--allow', 'all'];
  expect(await runInCopy('node_modules/oxlint/bin/oxlint', ...onlyTypes, 'src', 'libs', ...specs)).toBe('exit 0');
  expect(await runInCopy('node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1', ...specs)).toBe('exit 0');
}, 900_000);
