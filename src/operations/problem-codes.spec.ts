import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explain } from './explain.js';
import { PROBLEM_CODES } from './problem-codes.js';

const ROOT = join(import.meta.dirname, '../..');
/** The functions that make a problem, with the status of each. */
const MAKERS: Readonly<Record<string, number>> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  conflict: 409,
  badGateway: 502,
  unavailable: 503,
};
const MADE = new RegExp(`\\b(${Object.keys(MAKERS).join('|')})\\(\\s*'([a-z_]+)'`, 'g');
const STATUS_AND_CODE = /(?:new DomainError\(\s*|^ {2})(\d{3})[,:]\s*'([a-z_]+)'/gm;

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
    .map((name) => readFileSync(join(ROOT, folder, name), 'utf8'));
}

/** `404 not_found`, for each code that the sources use. */
const used = new Set(
  [...sources('src'), ...sources('libs/kernel')].flatMap((text) => [
    ...[...text.matchAll(MADE)].map(([, maker = '', code = '']) => `${MAKERS[maker]} ${code}`),
    ...[...text.matchAll(STATUS_AND_CODE)].map(([, status = '', code = '']) => `${status} ${code}`),
  ]),
);

describe('the list of problem codes', () => {
  it('has the codes that the sources use, with their status, and no others', () => {
    expect(used.size).toBeGreaterThan(20);
    expect(
      Object.entries(PROBLEM_CODES)
        .map(([code, [status]]) => `${status} ${code}`)
        .sort(),
    ).toEqual([...used].sort());
  });

  it('says what a code means and what to do, each in whole sentences', () => {
    const texts = Object.values(PROBLEM_CODES).flatMap(([, meaning, remedy]) => [meaning, remedy]);
    expect(texts.filter((text) => !/^[A-Z].*\.$/.test(text))).toEqual([]);
  });
});

describe('the page behind a problem', () => {
  it('says what the code means and what to do', () => {
    expect(explain('invalid-input')).toEqual({
      code: 'invalid_input',
      status: 422,
      meaning:
        'The body breaks its schema; `errors` lists every mistake with its JSON pointer. Correct the named places.',
    });
  });

  it.each([['no-such-code'], ['constructor'], ['__proto__'], ['']])('does not exist for %j', (code) => {
    expect(() => explain(code)).toThrow(expect.objectContaining({ status: 404 }));
  });
});
