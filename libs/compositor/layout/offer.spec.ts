import { describe, expect, it } from 'vitest';
import { offerContent } from './offer.js';

const parts = (text: string) => {
  const { before, figure, after } = offerContent(text, 'Inter');
  return [before?.text ?? null, figure.text, after?.text ?? null];
};

describe('offerContent', () => {
  it.each([
    ['20% off', null, '20%', 'off'],
    ['Save € 10', 'Save', '€ 10', null],
    ['-15 % today', null, '-15 %', 'today'],
    ['20%オフ', null, '20%', 'オフ'],
    ['خصم ٢٠٪', 'خصم', '٢٠٪', null],
    ['Free shipping', null, 'Free shipping', null],
    ['2 for 1', null, '2 for 1', null],
    ['1.299,50 € less', null, '1.299,50 €', 'less'],
  ])('splits %j at its figure', (text, ...expected) => {
    expect(parts(text)).toEqual(expected);
  });
});
