import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitText } from './fit.js';
import { directionOf } from './scripts.js';
import { FONTS } from '../fonts/names.js';
import { normalised, typefaceFor } from './typeface.js';
import { unitsOf } from './units.js';

const face = (text: string) => typefaceFor(text, 'Inter', true, 'headline');
const room = { width: 400, height: 200, minSize: 10, maxSize: 200, maxLines: 5, tight: true };
const parts = (text: string): string[] => unitsOf(text).map((unit) => unit.text);

describe('unitsOf', () => {
  it.each([
    ['closing marks stay with their word', 'Wait, "now"! (20%)', ['Wait,', '"now"!', '(20%)']],
    ['French spaces before marks', 'Prêt ?', ['Prêt ?']],
    ['amounts stay together', 'Save €20 or 20% today', ['Save', '€20', 'or', '20%', 'today']],
    ['a hyphen between letters may end a line', 'state-of-the-art', ['state-', 'of-', 'the-', 'art']],
    ['a range does not break', '10-20', ['10-20']],
    ['a space that must not break', 'No\u00a05', ['No\u00a05']],
    ['joined emoji stay one', '👨‍👩‍👧‍👦🎉', ['👨‍👩‍👧‍👦', '🎉']],
  ])('%s', (_, text, expected) => expect(parts(text)).toEqual(expected));

  it.each([
    ['在庫がなくなり次第終了します。', ['在庫が', 'なくなり', '次第終了します。']],
    ['お買い物を続けてください', ['お買い物を', '続けてください']],
    ['あなただけの特別なクーポンをご用意しました', ['あなただけの', '特別な', 'クーポンを', 'ご用意しました']],
    ['おかえりなさい。「いつもの」を20%オフで。', ['おかえりなさい。', '「いつもの」を', '20%オフで。']],
    ['3月31日までの期間限定セール', ['3月', '31日までの', '期間限定', 'セール']],
  ])('breaks Japanese between phrases only: %s', (text, expected) => expect(parts(text)).toEqual(expected));

  it('lets no Japanese line begin with a stop, a small kana or a particle, or end with an opening bracket', () => {
    const units = parts('お気に入りの商品が「再入荷」しました。ちょっと、チェックして！');
    expect(units.length).toBeGreaterThan(4);
    expect(
      units.filter((unit) => /^[、。」！ゃっー]/u.test(unit) || /[「（]$/u.test(unit) || /^[のがを]$/u.test(unit)),
    ).toEqual([]);
  });

  it('breaks Thai between words and keeps marks on their letters', () => {
    const units = parts('ยินดีต้อนรับกลับมาอีกครั้ง');
    expect(units.length).toBeGreaterThan(3);
    expect(units.filter((unit) => /^\p{M}/u.test(unit))).toEqual([]);
  });

  it('keeps every character of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const clean = normalised(text);
        expect(
          unitsOf(clean)
            .map((unit) => unit.text + unit.space)
            .join(''),
        ).toBe(clean);
      }),
      { numRuns: 300 },
    );
  });
});

describe('fitText', () => {
  it('finds the largest size: one pixel more would not fit', () => {
    const block = fitText(face('We miss you, come back soon'), room);
    const next = (block?.size ?? 0) + 1;
    expect(block?.width).toBeLessThanOrEqual(room.width);
    expect(block?.height).toBeLessThanOrEqual(room.height);
    expect(fitText(face('We miss you, come back soon'), { ...room, minSize: next, maxSize: next })).toBeNull();
  });

  it('distributes words evenly among the lines', () => {
    const block = fitText(face('one two three four five six seven'), {
      ...room,
      height: 400,
      maxSize: 50,
      minSize: 50,
    });
    const widths = block?.lines.map(({ width }) => width) ?? [];
    expect(widths.length).toBeGreaterThan(1);
    expect(Math.min(...widths)).toBeGreaterThan(Math.max(...widths) * 0.45);
  });

  it('breaks a word only if it fits no line at the smallest size', () => {
    expect(fitText(face('Donaudampfschifffahrt'), { ...room, width: 200 })?.lines).toHaveLength(1);
    const long = fitText(face('x'.repeat(80)), { ...room, width: 200 });
    expect(long?.size).toBe(10);
    expect(long?.lines.map(({ text }) => text).join('')).toBe('x'.repeat(80));
  });

  it('returns null if even the smallest size does not fit', () => {
    expect(fitText(face('word '.repeat(200)), { ...room, height: 60 })).toBeNull();
  });

  it('takes the direction from the first letter', () => {
    expect(directionOf('20% הנחה now')).toBe('rtl');
    expect(directionOf('20% off שלום')).toBe('ltr');
  });

  it('takes the direction from a direction mark before the first letter', () => {
    expect(directionOf('\u200f₪ 24.90')).toBe('rtl');
    expect(directionOf('\u061c24.90')).toBe('rtl');
    expect(directionOf('\u200e20% שלום')).toBe('ltr');
  });

  it('refuses a character that no shipped font has, even if a font of the machine has it', () => {
    expect(() => face('ok ꙮ ᚠ')).toThrow(/U\+/u);
  });
});

describe('typefaceFor', () => {
  it.each(['€ 9', '£9', '¥900', '₪ 9', '₹9', '₩900', '₫900', '฿ 9', '9 ₽', '9 ₺', '9 ₴', '9 zł', 'R$ 9'])(
    'has the sign of a currency in every family of fonts: %s',
    (price) => {
      for (const font of FONTS) expect(() => typefaceFor(price, font, true, 'price')).not.toThrow();
    },
  );
});
