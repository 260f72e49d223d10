import { makeEmail } from '../../../src/email/templates/make-email.js';
import { ParsedEmail } from '../../../src/email/templates/parsed-email.js';
import type { RenderedEmail } from '../../../src/email/templates/rendered-email.dto.js';
import { brandScope, type EmailScope, type ScopeProduct, shopScope } from '../../../src/email/templates/scope.js';
import { endInWords, offerLabel } from '../../../src/offers/offer-label.js';
import { definitionOf, type LibraryLanguage, TEMPLATES } from '../../../src/sequences/library/catalogue.js';
import { BRANDS, type DemoBrand } from './brands.js';
import { HERO, heroUrl } from './files.js';
import type { Letter } from './letters.js';
import { imageUrlOf } from './shelf.js';

const SERVICE = 'https://rekindle.example';
const HERO_ID = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';
export const CODE = '7K4M9QXTHW';
const SENT = new Date('2026-11-20T09:00:00Z');
const ENDS = new Date('2026-11-29T09:00:00Z');

const PEOPLE: Readonly<Record<LibraryLanguage, readonly [firstName: string, lastName: string]>> = {
  en: ['Ada', 'Lane'],
  de: ['Jonas', 'Meier'],
  fr: ['Camille', 'Laurent'],
  es: ['Lucía', 'Romero'],
  ja: ['結衣', '佐藤'],
  ar: ['ليلى', 'حداد'],
};

const STORES: Readonly<Record<LibraryLanguage, { readonly currency: string; readonly timeZone: string }>> = {
  en: { currency: 'GBP', timeZone: 'Europe/London' },
  de: { currency: 'EUR', timeZone: 'Europe/Berlin' },
  fr: { currency: 'EUR', timeZone: 'Europe/Paris' },
  es: { currency: 'EUR', timeZone: 'Europe/Madrid' },
  ja: { currency: 'JPY', timeZone: 'Asia/Tokyo' },
  ar: { currency: 'AED', timeZone: 'Asia/Dubai' },
};

/** The offer in words, undefined where the template has none. */
export function labelOf({ template, language }: Letter): string | undefined {
  const { offer } = TEMPLATES[template];
  if (!offer) return undefined;
  const { kind, value } = offer;
  return offerLabel({ kind, value, currency: STORES[language].currency }, language);
}

/** The email as its recipient gets it. Throws if it has a mistake. */
export async function makeLetter(letter: Letter): Promise<RenderedEmail> {
  const { template, step: id, language, hero, brand: of } = letter;
  const brand = BRANDS[of];
  const step = definitionOf(template, language, { brandId: of, segment: 'lapsed' }).steps.find((one) => one.id === id);
  if (!step) throw new Error(`${template} has no step ${id}`);
  const found = new Map(hero ? [[HERO_ID, { url: heroUrl(hero.scene), ...HERO, altText: hero.altText }]] : []);
  const { subject, preheader, body } = step;
  const source = { subject, preheader, body, ...(hero ? { images: { hero: HERO_ID } } : {}) };
  const setting = { look: { ...brand.look, language }, brand: brand.profile };
  const { compiled, errors } = await makeEmail(source, found, setting, () => undefined);
  if (!compiled || errors.length > 0) throw new Error(JSON.stringify(errors));
  return ParsedEmail.of(compiled).fillFor(scopeOf(letter, brand));
}

function scopeOf(letter: Letter, { profile, shelf }: DemoBrand): EmailScope {
  const { language } = letter;
  const { currency, timeZone } = STORES[language];
  const products = shelf.products.map(({ shown, price, before }, index): ScopeProduct => {
    const inYen = (amount: string): string => (language === 'ja' ? String(Number(amount) * 200) : amount);
    return {
      title: shelf.titles[language]?.[index] ?? '',
      url: `${profile.storeUrl}/products/${shown}`,
      imageUrl: imageUrlOf(shown),
      price: inYen(price),
      currency,
      ...(before === undefined ? {} : { compareAtPrice: inYen(before) }),
    };
  });
  const [firstName, lastName] = PEOPLE[language];
  const bought = products.slice(0, 2);
  const label = labelOf(letter);
  return {
    customer: { firstName, lastName, name: `${firstName} ${lastName}`, ordersCount: 3, totalSpent: '182.00' },
    lastOrder: { orderedAt: '2026-08-20T10:00:00Z', total: '77.00', currency, products: bought },
    products: bought,
    lists: {
      lastOrder: bought,
      new: products.slice(2, 4),
      priceDrop: products.filter(({ compareAtPrice }) => compareAtPrice !== undefined),
      backInStock: products.slice(2, 3),
      bestsellers: products.slice(4),
    },
    ...(label === undefined
      ? {}
      : {
          offer: {
            code: CODE,
            url: `${profile.storeUrl}/discount/${CODE}`,
            label,
            endsAt: ENDS.toISOString(),
            endsOn: endInWords(ENDS, language, timeZone, SENT),
          },
        }),
    shop: shopScope(profile),
    brand: brandScope(profile),
    unsubscribeUrl: `${SERVICE}/unsubscribe/t`,
    preferencesUrl: `${SERVICE}/unsubscribe/t`,
    viewInBrowserUrl: `${SERVICE}/e/t`,
  };
}
