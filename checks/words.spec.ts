import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const SCRIPT = join(import.meta.dirname, 'words.mjs');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rekindle-words-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The lines that the check writes for a file with this text, without their folder. */
function reported(name: string, text: string): string[] {
  const file = join(folder, name);
  writeFileSync(file, text);
  try {
    execFileSync(process.execPath, [SCRIPT, file], { stdio: 'pipe' });
    return [];
  } catch (error) {
    const lines = String((error as { stderr: Buffer }).stderr).split('\n');
    return lines.filter((line) => line.includes(`${name}:`)).map((line) => line.slice(line.indexOf(name)));
  }
}

describe('the check of words', () => {
  it('reports file, line and the words to write instead', () => {
    expect(reported('one.ts', 'const a = 1;\n/** Read anew. */\nconst b = 2;\n')).toEqual([
      `one.ts:2 comment 'anew': write 'again'`,
    ]);
  });

  it('finds a phrase that a comment breaks over two lines', () => {
    expect(reported('lines.ts', '// It is not stored any\n// more.\n')).toEqual([
      "lines.ts:1 comment 'any more': write 'no longer'",
    ]);
    expect(reported('block.ts', '/**\n * It is not stored any\n * more.\n */\n')).toHaveLength(1);
  });

  it('reads test titles, texts, names and the comments of SQL', () => {
    const code = [
      `it('counts anew', () => undefined);`,
      `throw new Error('count anew');`,
      'const standings = 1;',
      `sql(\`SELECT 1 -- anew\n FROM orders\`);`,
    ].join('\n');
    expect(reported('kinds.ts', code).map((line) => line.split(' ')[1])).toEqual(['title', 'text', 'name', 'comment']);
  });

  it('leaves out statements, single words, quoted names, placeholders, addresses and blocks of documents', () => {
    const code = `sql(\`SELECT anew FROM orders\`);\ncall('anew');\n// The value \`anew\` and src/anew/a.ts.\n`;
    expect(reported('code.ts', code)).toEqual([]);
    expect(reported('page.md', `The key \`anew\`, {anew}, anew@store.example.\n\n\`\`\`\nanew\n\`\`\`\n`)).toEqual([]);
  });

  it('reports comment lines over 120 characters', () => {
    expect(reported('long.ts', `// ${'word '.repeat(24)}\n`)).toEqual(['long.ts:1 comment longer than 120 characters']);
  });
});
