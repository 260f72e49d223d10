import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explain } from './problem-codes.js';

const ROOT = join(import.meta.dirname, '../..');
const MAKERS = ['malformed', 'unauthenticated', 'forbidden', 'conflict', 'badGateway', 'unavailable'];
const CODE = new RegExp(`(?:\\b(?:${MAKERS.join('|')})\\(|new DomainError\\(\\s*\\d+,)\\s*'([a-z_]+)'`, 'g');
const FRAMEWORK_CODE = /^ {2}\d{3}: '([a-z_]+)',$/gm;

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
    .map((name) => readFileSync(join(ROOT, folder, name), 'utf8'));
}

const codes = new Set(
  [...sources('src'), ...sources('libs/kernel')].flatMap((text) =>
    [...text.matchAll(CODE), ...text.matchAll(FRAMEWORK_CODE)].map(([, code = '']) => code),
  ),
);

describe('the page behind a problem', () => {
  it('is there for the codes that the sources use', () => {
    expect(codes.size).toBeGreaterThan(20);
    const missing = [...codes].filter((code) => {
      try {
        return explain(code.replaceAll('_', '-')).code !== code;
      } catch {
        return true;
      }
    });
    expect(missing).toEqual([]);
  });

  it.each([['no-such-code'], ['constructor'], ['__proto__'], ['']])('is not there for %j', (code) => {
    expect(() => explain(code)).toThrow(expect.objectContaining({ status: 404 }));
  });
});
