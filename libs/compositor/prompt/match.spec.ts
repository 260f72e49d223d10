import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchPrompt } from './match.js';

/** Each line: the language, what is expected, the scene, and the prompt, perhaps in quotation marks. */
const PROMPTS = readFileSync(join(import.meta.dirname, 'prompts.csv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [, language = '', expected = '', scene = '', prompt = ''] =
      /^(\w+),(\w+),([\w-]*),"?(.*?)"?$/u.exec(line) ?? [];
    return { language, expected, scene: scene === '' ? null : scene, prompt };
  });

describe('matchPrompt', () => {
  it.each(PROMPTS)('$language: $prompt', ({ expected, scene, prompt }) => {
    expect(matchPrompt(prompt)).toEqual({ matched: expected, scene });
  });

  it('is tried with a hundred prompts and more in seven languages', () => {
    expect(PROMPTS.length).toBeGreaterThanOrEqual(100);
    expect(new Set(PROMPTS.map(({ language }) => language)).size).toBe(7);
  });

  it('matches nothing in a prompt without a known thing or place', () => {
    const letters = 'b c d f g k l m n p r s t v z ね ぬ 漢 字'.split(' ');
    const words = fc.array(fc.constantFrom(...letters), { minLength: 3, maxLength: 9 }).map((of) => `${of.join('')}q`);
    const small = fc.constantFrom('in the', 'on a', 'with', 'warm', 'am', 'sur la', 'の中で', 'morning', 'für', ',');
    fc.assert(
      fc.property(fc.array(fc.oneof(words, small), { maxLength: 12 }), (parts) => {
        expect(matchPrompt(parts.join(' ')).matched).toBe('none');
      }),
    );
  });

  it('never takes a known word for the subject where an unknown word stands beside it', () => {
    const known = fc.constantFrom('coffee', 'flowers', 'candle', 'Kerzen', 'fleurs', 'mare', 'mountains', 'キャンドル');
    const unknown = fc.stringMatching(/^[bcdfghjklm]{4,8}q$/);
    fc.assert(
      fc.property(known, unknown, fc.boolean(), (word, other, first) => {
        expect(matchPrompt(first ? `${other} ${word}` : `${word} ${other}`).matched).toBe('none');
      }),
    );
  });
});
