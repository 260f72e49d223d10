import { makeEmail } from '../../../src/email/templates/make-email.js';
import { ParsedEmail } from '../../../src/email/templates/parsed-email.js';
import type { RenderedEmail } from '../../../src/email/templates/rendered-email.dto.js';
import { brandScope, type EmailScope, type ScopeProduct, shopScope } from '../../../src/email/templates/scope.js';
import { BRAND, HERO, heroUrl, LOOK, imageUrlOf, STORE } from './brand.js';
import type { Letter } from './letters.js';
import { SHELF, TITLES } from './shelf.js';

const SERVICE = 'https://rekindle.example';
const HERO_ID = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';
export const CODE = 'ADA-7K4M9QXT';
const ENDS = new Date('2026-11-29T22:59:00Z');

export const OFFERS: Readonly<Record<Letter['language'], string>> = {
  en: '15% off',
  de: '15 % Rabatt',
  fr: '15 % de réduction',
  es: '15 % de descuento',
  ja: '15%オフ',
  ar: 'خصم 15%',
};

const CURRENCY: Readonly<Record<Letter['language'], string>> = {
  en: 'GBP',
  de: 'EUR',
  fr: 'EUR',
  es: 'EUR',
  ja: 'JPY',
  ar: 'AED',
};

/** The email as its recipient gets it. Throws if it has a mistake. */
export async function makeLetter({ language, hero, subject, preheader, body }: Letter): Promise<RenderedEmail> {
  const found = new Map(hero ? [[HERO_ID, { url: heroUrl(hero.scene), ...HERO, altText: hero.altText }]] : []);
  const source = { subject, preheader, body, ...(hero ? { images: { hero: HERO_ID } } : {}) };
  const look = { ...LOOK, language };
  const { compiled, errors } = await makeEmail(source, found, { look, brand: BRAND }, () => undefined);
  if (!compiled || errors.length > 0) throw new Error(JSON.stringify(errors));
  return ParsedEmail.of(compiled).fillFor(scopeOf(language));
}

function scopeOf(language: Letter['language']): EmailScope {
  const products = SHELF.map(({ shown, price, before }, index): ScopeProduct => {
    const inYen = (amount: string): string => (language === 'ja' ? String(Math.round(Number(amount) * 190)) : amount);
    return {
      title: TITLES[language][index] ?? '',
      url: `${STORE}/products/${shown}`,
      imageUrl: imageUrlOf(shown),
      price: inYen(price),
      currency: CURRENCY[language],
      ...(before === undefined ? {} : { compareAtPrice: inYen(before) }),
    };
  });
  const endsOn = new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'Europe/Berlin',
  }).format(ENDS);
  return {
    customer: { firstName: 'Ada', name: 'Ada Meier', ordersCount: 3, totalSpent: '182.00' },
    lastOrder: { orderedAt: '2026-08-20T10:00:00Z', total: '77.00', currency: CURRENCY[language], products },
    products,
    lists: {
      lastOrder: products,
      new: products.slice(1),
      priceDrop: products.filter(({ compareAtPrice }) => compareAtPrice !== undefined),
      backInStock: products.slice(0, 1),
      bestsellers: products,
    },
    offer: {
      code: CODE,
      url: `${STORE}/discount/${CODE}`,
      label: OFFERS[language],
      endsAt: ENDS.toISOString(),
      endsOn,
    },
    shop: shopScope(BRAND),
    brand: brandScope(BRAND),
    unsubscribeUrl: `${SERVICE}/unsubscribe/t`,
    preferencesUrl: `${SERVICE}/unsubscribe/t`,
    viewInBrowserUrl: `${SERVICE}/e/t`,
  };
}
