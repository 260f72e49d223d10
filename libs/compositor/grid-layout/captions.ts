import type { GridFamily } from '../grid-families/types.js';
import type { TextBlock } from '../text/fit.js';
import type { CaptionWish } from './caption-wish.js';
import { fitAlike } from './fit-alike.js';

/** The words of a cell. */
export interface Caption {
  readonly title: TextBlock | null;
  readonly price: TextBlock | null;
  readonly former: TextBlock | null;
}

/** CSS pixels. */
const SMALLEST = 11;
const LARGEST = { normal: 16, hero: 24, beside: 34 } as const;
/** A size, as a share of the width for the words. Those beside an image have a narrow column to fill. */
const OF_WIDTH = { normal: 0.07, hero: 0.05, beside: 0.15 } as const;
const LEAST = { normal: 13, hero: 17, beside: 16 } as const;
const LOUD = 1.45;

/**
 * Sets the words of all cells. Names and prices of usual cells have one size, and so have those of the hero, so that a
 * grid has three sizes of type at most.
 */
export function captionsOf(wishes: readonly CaptionWish[], family: GridFamily, density: number): Caption[] {
  const found = new Map<CaptionWish, Caption>();
  const normal = wishes.filter(({ content }) => content.cell.emphasis === 'normal');
  const hero = wishes.filter(({ content }) => content.cell.emphasis === 'hero');
  const alone = normal.length === 0;
  const usual = alone ? heroSize(hero, density) : sizeOf('normal', normal, density);
  const leading = family.prices === 'loud' && !alone ? usual * LOUD : Math.max(usual, heroSize(hero, density));
  for (const [group, size] of [
    [normal, usual],
    [hero, Math.round(leading)],
  ] as const) {
    const captions = setTogether(group, size, family, density);
    group.forEach((wish, at) => found.set(wish, captions[at] ?? NOTHING));
  }
  return wishes.map((wish) => found.get(wish) ?? NOTHING);
}

const NOTHING: Caption = { title: null, price: null, former: null };

/** A name is never larger than its price. */
function setTogether(group: readonly CaptionWish[], size: number, family: GridFamily, density: number): Caption[] {
  const least = Math.ceil(SMALLEST * density);
  const nameOf = ({ content, named }: CaptionWish) =>
    named ? null : family.titles === 'heading' ? content.heading : content.title;
  const first = fitAlike(group, nameOf, { most: size, least, lines: 3 });
  const drawn = sizeIn(first) ?? size;
  const wanted = family.prices === 'loud' ? Math.max(drawn, Math.round(size * LOUD)) : drawn;
  const prices = fitAlike(group, ({ content }) => content.price, { most: wanted, least, lines: 1 });
  const most = Math.min(drawn, sizeIn(prices) ?? drawn);
  const titles = most < drawn ? fitAlike(group, nameOf, { most, least, lines: 3 }) : first;
  const formers = fitAlike(group, ({ content }) => content.compareAtPrice, { most, least, lines: 1 });
  return group.map((_, at) => ({
    title: titles[at] ?? null,
    price: prices[at] ?? null,
    former: formers[at] ?? null,
  }));
}

const sizeIn = (blocks: readonly (TextBlock | null)[]): number | undefined => blocks.find((block) => block)?.size;

const heroSize = (wishes: readonly CaptionWish[], density: number): number =>
  sizeOf(wishes.some(({ isBeside }) => isBeside) ? 'beside' : 'hero', wishes, density);

function sizeOf(kind: keyof typeof LARGEST, wishes: readonly CaptionWish[], density: number): number {
  const narrowest = Math.min(...wishes.map(({ width }) => width)) / density;
  return Math.round(Math.min(LARGEST[kind], Math.max(LEAST[kind], narrowest * OF_WIDTH[kind])) * density);
}
