import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

const SCRIPT = join(import.meta.dirname, 'docs.mjs');
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** The lines that the check writes for a project of these files. */
function mistakesIn(files: Readonly<Record<string, string>>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'rekindle-docs-'));
  folders.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, root], { encoding: 'utf8' });
  const lines = stderr.split('\n').filter(Boolean);
  expect(status).toBe(lines.length > 0 ? 1 : 0);
  return lines;
}

describe('the check of the docs', () => {
  it('accepts links to files, headings and images, and names of files', () => {
    expect(
      mistakesIn({
        'README.md':
          '# A\n\n[b](docs/b.md#two-words) [c](docs/b.md#two-words-1) <img src="a.png"> [out](https://x.example)\n',
        'docs/b.md':
          '## `Two` words\n\n## Two words\n\n[up](../README.md#a) `src/a.ts`, `src/{a,b}.ts`, `src/*.ts` `[x](y)`\n',
        'a.png': '',
        'src/a.ts': '',
        'src/b.ts': '',
      }),
    ).toEqual([]);
  });

  it('refuses dead links, dead headings and files that do not exist', () => {
    expect(
      mistakesIn({
        'README.md': '# A\n\n[b](docs/c.md) [d](docs/b.md#there) [e](#here) `src/{a,b}.ts`\n',
        'docs/b.md': '# Here\n',
        'src/a.ts': '',
      }),
    ).toEqual([
      'README.md: the link docs/c.md leads to no file',
      'README.md: the link docs/b.md#there leads to no heading',
      'README.md: the link #here leads to no heading',
      'README.md: there is no `src/{a,b}.ts`',
    ]);
  });

  it('leaves out examples in fences, and files that a page names as absent', () => {
    const text = '```md\n[b](nowhere.md)\n```\n\n<!-- not there: src/new.ts -->\n\nCreate `src/new.ts`.\n';
    expect(mistakesIn({ 'README.md': text })).toEqual([]);
  });

  it('refuses a diagram that names a file that does not exist', () => {
    const text = '```mermaid\nflowchart LR\n  a["one<br/>src/a.ts"] --> b["two<br/>src/b.ts"]\n```\n';
    expect(mistakesIn({ 'README.md': text, 'src/a.ts': '' })).toEqual(['README.md: there is no `src/b.ts`']);
  });

  it('refuses a page that cannot be reached, and a README over 10 kB', () => {
    expect(mistakesIn({ 'README.md': 'x'.repeat(10_001), 'docs/lost.md': '# Lost\n' })).toEqual([
      'docs/lost.md: no page that README.md leads to has a link to it',
      'README.md has 10001 bytes; 10000 are allowed',
    ]);
  });
});
