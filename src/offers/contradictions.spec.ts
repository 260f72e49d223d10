import { describe, expect, it } from 'vitest';
import { contradictions, readableText } from './contradictions.js';
import type { OfferTerms } from './offer.dto.js';

const common = { endsIn: 'P7D', fallback: 'send' } as const;
const tenPercent: OfferTerms = { kind: 'percent', value: 10, ...common };
const tenEuros: OfferTerms = { kind: 'amount', value: '10.00', minimum: '50.00', ...common };
const freeShipping: OfferTerms = { kind: 'free_shipping', ...common };

describe('contradictions', () => {
  it.each([
    ['en', '20% off for you', '20%'],
    ['en', 'twenty is 20 percent', '20 percent'],
    ['de', '20 % Rabatt für Sie', '20 %'],
    ['de', '20 Prozent', '20 Prozent'],
    ['fr', '20\u202f% de réduction', '20 %'],
    ['fr', '20 pour cent', '20 pour cent'],
    ['es', '20 % de descuento', '20 %'],
    ['es', '20 por ciento', '20 por ciento'],
    ['ja', '２０％オフ', '20%'],
    ['ja', '20パーセント', '20パーセント'],
    ['ar', 'خصم ٢٠٪', '20%'],
    ['ar', 'خصم %20', '%20'],
  ])('finds another percentage in %s: %s', (_language, text, number) => {
    expect(contradictions(tenPercent, text)).toEqual([number]);
    expect(contradictions(tenPercent, text.replace(/20/, '10').replace('２０', '１０').replace('٢٠', '١٠'))).toEqual(
      [],
    );
  });

  it.each([
    ['20 € off', '20 €'],
    ['Save $20', '$20'],
    ['20,00 € Rabatt', '20,00 €'],
    ['20 euros de réduction', '20 euros'],
    ['20 EUR de descuento', '20 EUR'],
    ['￥2,000オフ', '¥2,000'],
    ['2000円割引', '2000円'],
    ['خصم ٢٠ يورو', '20 يورو'],
    ['10% off', '10%'],
  ])('finds another amount than ten in %s', (text, number) => {
    expect(contradictions(tenEuros, text)).toEqual([number]);
  });

  it('takes the own value in any form, the minimum, prices beside a percentage, and pure cotton', () => {
    expect(contradictions(tenEuros, '10 €, 10,00 EUR or €10.00 off orders above 50 €')).toEqual([]);
    expect(contradictions(tenPercent, 'The mug costs 24.90 € and is 100% cotton. 10.0 % off')).toEqual([]);
    expect(contradictions(tenPercent, 'An offer in 100% wool')).toEqual([]);
    expect(contradictions(freeShipping, 'Free shipping from 1.200,00 €')).toEqual([]);
  });

  it('finds money off beside a percentage or free shipping', () => {
    expect(contradictions(tenPercent, 'Take 5 € off')).toEqual(['5 €']);
    expect(contradictions(freeShipping, '15 % Rabatt')).toEqual(['15 %']);
  });
});

describe('readableText', () => {
  it('has what people read, and no markup, styles, Liquid or addresses', () => {
    const html = `<style>p { width: 50% }</style><p style="width:50%">Hi {{ offer.label | append: "70%" }}</p>
      <img alt="20% off" src="/x"> [shop](https://a.example/90%20x) https://b.example/80%20`;
    expect(readableText(html).trim()).toBe('Hi 20% off [shop]');
  });
});
