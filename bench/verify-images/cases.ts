import { type BannerSpec, FAMILIES, type FamilyDescription } from '#libs/compositor';
import { BRANDS } from './brands.js';
import { SCRIPTS, type Words } from './scripts.js';

interface Format {
  readonly width: number;
  readonly height: number;
  /** In CSS pixels. */
  readonly shownWidth: number;
}

/** Emails, stores, networks: wide, square, portrait and low, some for screens with twice the pixels. */
const FORMATS: readonly Format[] = [
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

/** What is asked for in one case. Each case has its own number, and the same number and seed give the same case. */
export interface Case {
  readonly number: number;
  readonly script: string;
  readonly brand: string;
  readonly family: string;
  readonly spec: BannerSpec;
  readonly products: readonly CaseProduct[];
  readonly photo: boolean;
}

export interface CaseProduct {
  readonly title: string;
  readonly price?: string;
  readonly compareAtPrice?: string;
}

const scripts = Object.entries(SCRIPTS);
const brands = Object.entries(BRANDS);

export const CASES = FORMATS.length * scripts.length * brands.length * FAMILIES.length;

/** A prime, so that any stretch of cases has all formats, scripts, brands and families. */
const STEP = 6007;

/** The case at a place of the order that the seed gives. */
export function caseAt(seed: number, place: number): Case {
  const number = (place * STEP + seed) % CASES;
  let rest = number;
  const take = <T>(list: readonly T[]): T => {
    const one = list[rest % list.length];
    rest = Math.floor(rest / list.length);
    if (one === undefined) throw new Error('an empty list');
    return one;
  };
  const family = take(FAMILIES);
  const [script, words] = take(scripts);
  const format = take(FORMATS);
  const [brand, kit] = take(brands);
  const chance = chances(seed, number);
  const products = productsFor(family, words, chance);
  const must = (thing: 'must' | 'may' | 'never' | undefined, share: number) => thing === 'must' || chance() < share;
  const spec = {
    ...format,
    format: 'png' as const,
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
  return { number, script, brand, family: family.name, spec, products, photo };
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

/** Numbers of 0..1 that look random and are the same for the same case (mulberry32). */
function chances(seed: number, number: number): () => number {
  let at = (seed * 2_654_435_761 + number * 40_503) >>> 0;
  return () => {
    at = (at + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(at ^ (at >>> 15), at | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
