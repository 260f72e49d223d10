import { describe, expect, it } from 'vitest';
import { checkOffer } from './check-offer.js';
import { contradictions } from './contradictions.js';
import type { OfferTerms } from './offer.dto.js';
import { endInWords, offerLabel } from './offer-label.js';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'ja', 'ar', 'de-CH', 'pt', 'not a tag'];
const terms = (kind: OfferTerms['kind'], value?: number | string): OfferTerms => ({
  kind,
  value,
  endsIn: 'P7D',
  fallback: 'send',
});
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u200e\u200f\u061c]/g, '');

describe('offerLabel', () => {
  it('says the offer in the language, with its rules for numbers and money', () => {
    const all = (kind: OfferTerms['kind'], value: number | string | undefined, currency: string) =>
      LANGUAGES.map((language) => plain(offerLabel({ kind, value, currency }, language)));
    expect(all('percent', 10, 'EUR')).toMatchInlineSnapshot(`
      [
        "10% off",
        "10 % Rabatt",
        "10 % de réduction",
        "10 % de descuento",
        "10%オフ",
        "خصم 10%",
        "10% Rabatt",
        "10% off",
        "10% off",
      ]
    `);
    expect(all('amount', '5.00', 'EUR')).toMatchInlineSnapshot(`
      [
        "€5 off",
        "5 € Rabatt",
        "5 € de réduction",
        "5 € de descuento",
        "€5オフ",
        "خصم 5 €",
        "EUR 5 Rabatt",
        "€ 5 off",
        "€5 off",
      ]
    `);
    expect(all('amount', '1234.5', 'JPY')).toMatchInlineSnapshot(`
      [
        "¥1,235 off",
        "1.235 ¥ Rabatt",
        "1 235 JPY de réduction",
        "1235 JPY de descuento",
        "￥1,235オフ",
        "خصم 1,235 JP¥",
        "¥ 1'235 Rabatt",
        "JP¥ 1.235 off",
        "¥1,235 off",
      ]
    `);
    expect(all('free_shipping', undefined, 'EUR')).toMatchInlineSnapshot(`
      [
        "free shipping",
        "kostenloser Versand",
        "livraison gratuite",
        "envío gratis",
        "送料無料",
        "شحن مجاني",
        "kostenloser Versand",
        "free shipping",
        "free shipping",
      ]
    `);
  });

  it.each(LANGUAGES)('never contradicts its own offer: %s', (language) => {
    for (const offer of [
      terms('percent', 12.5),
      terms('amount', '5.00'),
      terms('amount', '1234.50'),
      terms('free_shipping'),
    ]) {
      expect(contradictions(offer, offerLabel({ ...offer, currency: 'EUR' }, language))).toEqual([]);
    }
  });
});

describe('endInWords', () => {
  const at = new Date('2026-11-30T23:30:00Z');
  const soon = new Date('2026-11-23T00:00:00Z');

  it('names the day in the language and the time zone', () => {
    expect(plain(endInWords(at, 'de', 'Europe/Berlin', soon))).toBe('Dienstag, 1. Dezember um 0:30');
    expect(plain(endInWords(at, 'en', 'America/New_York', soon))).toBe('Monday, November 30 at 6:30 PM');
  });

  it('has the year where the same day and month come again soon', () => {
    const before = new Date('2025-12-31T00:00:00Z');
    expect(plain(endInWords(at, 'en', 'America/New_York', before))).toBe('Monday, November 30, 2026 at 6:30 PM');
  });
});

describe('checkOffer', () => {
  it.each([
    [terms('percent', 1), []],
    [terms('percent', 100), []],
    [terms('percent', 12.5), []],
    [terms('percent', 0.5), ['/value']],
    [terms('percent', 101), ['/value']],
    [terms('percent', 33.333), ['/value']],
    [terms('percent', '10'), ['/value']],
    [terms('percent'), ['/value']],
    [terms('amount', '5.00'), []],
    [terms('amount', '0.00'), ['/value']],
    [terms('amount', '5,00'), ['/value']],
    [terms('amount', 5), ['/value']],
    [terms('free_shipping'), []],
    [terms('free_shipping', 10), ['/value']],
    [{ ...terms('free_shipping'), minimum: '50.00' }, []],
    [{ ...terms('free_shipping'), minimum: '-50' }, ['/minimum']],
  ])('%j has mistakes at %j', (offer, pointers) => {
    expect(checkOffer(offer).map(({ pointer }) => pointer)).toEqual(pointers);
  });
});
