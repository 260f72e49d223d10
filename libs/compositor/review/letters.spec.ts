import { describe, expect, it } from 'vitest';
import type { Line } from '../models/read-lines.js';
import { judgeLetters } from './letters.js';

/** A line that is 3 % of the height high and 8 % of the width long, and so could be a word on a cup. */
const line = (text: string, rest: Partial<Line> = {}, box: Partial<Line['box']> = {}): Line => ({
  text,
  confidence: 0.95,
  contrast: 0.6,
  slope: 0.5,
  ...rest,
  box: { x: 0.4, y: 0.5, width: 0.08, height: 0.03, ...box },
});
const laidOver = (...lines: Line[]) => judgeLetters(lines).laidOver;

describe('letters in an image', () => {
  it.each([
    ['a sentence, even a small one', [line('Free shipping on orders', {}, { width: 0.3 })]],
    ['a long word', [line('internationalisation')]],
    ['a large level word', [line('SALE', {}, { width: 0.2, height: 0.12 })]],
    [
      'two lines below each other',
      [line('Only now', {}, { width: 0.25 }), line('For you', {}, { y: 0.54, width: 0.2 })],
    ],
  ])('are laid over it: %s', (_what, lines) => {
    expect(laidOver(...lines)).toEqual(lines.map(({ text }) => text));
  });

  it.each([
    ['a small word on a cup', line('CAFE')],
    ['a large word at an angle', line('NASA', { slope: 8 }, { width: 0.2, height: 0.12 })],
    ['large engraved letters', line('OAK', { contrast: 0.15 }, { width: 0.2, height: 0.12 })],
  ])('belong to a thing: %s', (_what, word) => {
    expect(judgeLetters([word])).toEqual({ laidOver: [], ofThings: [word.text] });
  });

  it('belong to two things if they do not stand below each other', () => {
    expect(laidOver(line('TEA', {}, { width: 0.22 }), line('MILK', {}, { x: 0.7, y: 0.54, width: 0.22 }))).toEqual([]);
    expect(laidOver(line('TEA', {}, { width: 0.22 }), line('MILK', {}, { y: 0.8, width: 0.22 }))).toEqual([]);
  });

  it.each([
    ['what the reader is not sure of', line('EVERYTHING MUST GO', { confidence: 0.6 })],
    ['one or two characters', line('20', {}, { width: 0.3, height: 0.2 })],
  ])('are not: %s', (_what, pattern) => {
    expect(judgeLetters([pattern])).toEqual({ laidOver: [], ofThings: [] });
  });

  it('belong to the product whose place they are in', () => {
    const label = line('Pure olive oil soap', {}, { width: 0.2 });
    const product = { x: 0.35, y: 0.2, width: 0.3, height: 0.6 };
    expect(judgeLetters([label], product)).toEqual({ laidOver: [], ofThings: ['Pure olive oil soap'] });
    expect(judgeLetters([label], { ...product, x: 0 }).laidOver).toEqual(['Pure olive oil soap']);
  });
});
