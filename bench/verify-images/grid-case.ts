import type { GridFamilyDescription } from '#libs/compositor';
import type { CaseProduct, GridCase, Parts } from './case-parts.js';

interface Format {
  readonly width: number;
  readonly products: number;
}

/** Emails on desktops and phones with few and many products, so that rows and images have all shapes. */
const GRID_FORMATS: readonly Format[] = [
  { width: 320, products: 2 },
  { width: 320, products: 5 },
  { width: 360, products: 3 },
  { width: 400, products: 4 },
  { width: 480, products: 6 },
  { width: 552, products: 1 },
  { width: 600, products: 2 },
  { width: 600, products: 3 },
  { width: 600, products: 4 },
  { width: 600, products: 7 },
  { width: 640, products: 12 },
  { width: 800, products: 5 },
];

export function gridCase({ takes }: GridFamilyDescription, { own, words, kit, format: at, chance }: Parts): GridCase {
  const format = GRID_FORMATS[at];
  if (!format) throw new Error('no such format');
  const count = Math.min(takes.products[1], Math.max(takes.products[0], format.products));
  // Names of different lengths stand beside each other.
  const titles = [words.title, words.title, words.headline, words.subheadline];
  const products = Array.from({ length: count }, (_, index): CaseProduct => {
    const isDear = takes.formerPrice === 'must' && index === 0;
    return {
      title: titles[Math.floor(chance() * titles.length)] ?? words.title,
      ...(isDear || chance() < 0.9 ? { price: words.price } : {}),
      ...(isDear || chance() < 0.25 ? { compareAtPrice: words.compareAtPrice } : {}),
    };
  });
  return { ...own, kind: 'grid', kit, width: format.width, products };
}
