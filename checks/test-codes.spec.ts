import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
/** `(W18)`, `(L5, L6)` behind a title, or `W32 W33 ` before it. */
const IN_TITLES = /\(([A-Z]\d{1,2}(?:, [A-Z]\d{1,2})*)\)[,'"`]|['"`]((?:[A-Z]\d{1,2} )+)/g;

const page = readFileSync(join(root, 'docs/contributing/test-codes.md'), 'utf8');
const [, platformA = '', platformB = ''] = /\n## Platform A\n([^]*)\n## Platform B\n([^]*)\n## /.exec(page) ?? [];
const listed = (section: string) => new Set([...section.matchAll(/^\| ([A-Z]\d+) /gm)].map(([, code]) => code));
const LISTS = { 'platform A': listed(platformA), 'platform B': listed(platformB) };

it('finds the code of every test title in the list of test codes', () => {
  const unlisted = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.spec.ts'))
    .flatMap((name) => {
      const platform = name.includes('platform-b') ? 'platform B' : 'platform A';
      const titles = [...readFileSync(join(root, 'test', name), 'utf8').matchAll(IN_TITLES)];
      const codes = titles.flatMap(([, behind = '', before = '']) => `${behind} ${before}`.match(/[A-Z]\d+/g) ?? []);
      return codes.filter((code) => !LISTS[platform].has(code)).map((code) => `test/${name}: ${code} of ${platform}`);
    });
  expect(unlisted).toEqual([]);
});
