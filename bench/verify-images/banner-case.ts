import type { FamilyDescription } from '#libs/compositor';
import type { BannerCase, CaseProduct, Parts } from './case-parts.js';
import type { Words } from './scripts.js';

interface Format {
  readonly width: number;
  readonly height: number;
  /** In CSS pixels. */
  readonly shownWidth: number;
}

/** Emails, stores, networks: wide, square, portrait and low, some for screens with twice the pixels. */
const BANNER_FORMATS: readonly Format[] = [
  { width: 1200, height: 600, shownWidth: 600 },
  { width: 1200, height: 628, shownWidth: 600 },
  { width: 600, height: 300, shownWidth: 600 },
  { width: 2400, height: 1200, shownWidth: 1200 },
  { width: 1200, height: 400, shownWidth: 600 },
  { width: 1940, height: 500, shownWidth: 970 },
  { width: 1456, height: 180, shownWidth: 728 },
  { width: 1080, height: 1080, shownWidth: 540 },
  { width: 600, height: 600, shownWidth: 600 },
  { width: 1080, height: 1350, shownWidth: 540 },
  { width: 1080, height: 1920, shownWidth: 540 },
  { width: 600, height: 1200, shownWidth: 300 },
];

export function bannerCase(
  family: FamilyDescription,
  { own, words, kit, format: at, seed, chance }: Parts,
): BannerCase {
  const format = BANNER_FORMATS[at];
  if (!format) throw new Error('no such format');
  const products = productsFor(family, words, chance);
  const must = (thing: 'must' | 'may' | 'never' | undefined, share: number) => thing === 'must' || chance() < share;
  const spec = {
    ...format,
    format: 'jpeg' as const,
    brand: kit,
    family: family.name,
    seed,
    headline: words.headline,
    ...(chance() < 0.75 ? { subheadline: words.subheadline } : {}),
    ...(chance() < 0.85 ? { callToAction: words.callToAction } : {}),
    ...(chance() < 0.45 && !isStrip(format) ? { legal: words.legal } : {}),
    ...(chance() < 0.3 ? { badge: words.badge } : {}),
    ...(must(family.takes.offer, 0.3) ? { offer: words.offer } : {}),
  };
  const photo = family.takes.photo !== 'never' && must(family.takes.photo, products.length === 0 ? 0.4 : 0);
  return { ...own, kind: 'banner', spec, products, photo };
}

/** So low that no legal line is legible beside the other words. */
const isStrip = ({ width, height, shownWidth }: Format): boolean => (height * shownWidth) / width <= 100;

function productsFor({ takes }: FamilyDescription, words: Words, chance: () => number): CaseProduct[] {
  const [least, most] = takes.products;
  const count = least + Math.floor(chance() * (Math.min(most, least + 4) - least + 1));
  return Array.from({ length: count }, () => ({
    title: words.title,
    ...(takes.formerPrice === 'must' || chance() < 0.85 ? { price: words.price } : {}),
    ...(takes.formerPrice === 'must' || chance() < 0.25 ? { compareAtPrice: words.compareAtPrice } : {}),
  }));
}
