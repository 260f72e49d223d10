import type { Inks } from '../layout/colouring.js';
import { textElement } from '../layout/text-element.js';
import type { TextElement } from '../layout/types.js';
import type { TextPlace } from '../text/draw.js';
import type { TextBlock } from '../text/fit.js';
import type { Caption } from './captions.js';

/** Base lines below the top of a row's words: the same in all its cells, whatever letters and lines they have. */
export interface WordLines {
  readonly title: number;
  readonly price: number;
  /** Former prices stand below the price where they don't fit beside it. */
  readonly former: number | null;
  readonly height: number;
}

/** From a base line to the top of most letters, and to the foot, in sizes. */
const ASCENT = 0.74;
const DESCENT = 0.22;
/** Between a name and its price, in sizes of the price. */
const BETWEEN = 0.42;
/** Between a price and the former one, in sizes. */
const BESIDE = 0.5;

const ascentOf = (block: TextBlock): number => Math.max(block.ascent, block.size * ASCENT);
const depthOf = (block: TextBlock): number =>
  Math.max(block.height - block.ascent, (block.lines.length - 1) * block.leading + block.size * DESCENT);
const most = (values: readonly number[]): number => Math.max(0, ...values);

export function linesOf(
  words: readonly { readonly caption: Caption; readonly width: number }[],
  priceFirst: boolean,
): WordLines {
  const of = (part: keyof Caption): TextBlock[] => words.flatMap(({ caption }) => caption[part] ?? []);
  const [titles, prices] = [of('title'), of('price')];
  const stacked = words.some(({ caption, width }) => !fitsBeside(caption, width));
  const formers = stacked ? of('former') : [];
  const between = most([...prices, ...titles].map(({ size }) => size)) * BETWEEN;
  let y = 0;
  const line = (blocks: readonly TextBlock[]): number => {
    if (blocks.length === 0) return y;
    const base = y + (y > 0 ? between : 0) + most(blocks.map(ascentOf));
    y = base + most(blocks.map(depthOf));
    return base;
  };
  const first = priceFirst ? null : line(titles);
  const price = line(prices);
  const former = stacked ? line(formers) : null;
  const title = first ?? line(titles);
  return { title, price, former, height: y };
}

function fitsBeside({ price, former }: Caption, width: number): boolean {
  return !price || !former || price.width + former.width + price.size * BESIDE <= width;
}

export interface WordsPlace {
  readonly x: number;
  readonly top: number;
  readonly width: number;
  readonly align: TextPlace['align'];
  readonly inks: Inks;
  readonly ground: string;
  readonly index: number;
}

export function placeWords({ title, price, former }: Caption, lines: WordLines, place: WordsPlace): TextElement[] {
  const { x, top, width, align, inks, ground, index } = place;
  const at = (block: TextBlock, base: number, spot: { x: number; width: number; align: TextPlace['align'] }) =>
    ({ ...spot, top: Math.round(top + base) - block.ascent }) as const;
  const whole = { x, width, align };
  const elements: TextElement[] = [];
  if (title) {
    const look = { role: 'title', colour: inks.ink, ground, index } as const;
    elements.push(textElement(title, at(title, lines.title, whole), look));
  }
  if (!price) return elements;
  const look = { role: 'price', colour: inks.ink, ground, index } as const;
  const before = { role: 'compareAtPrice', colour: inks.soft, ground, index, struck: true } as const;
  if (!former || lines.former !== null) {
    elements.push(textElement(price, at(price, lines.price, whole), look));
    if (former) elements.push(textElement(former, at(former, lines.former ?? 0, whole), before));
    return elements;
  }
  const between = price.size * BESIDE;
  const total = price.width + between + former.width;
  const left = align === 'left' ? x : align === 'right' ? x + width - total : x + (width - total) / 2;
  const rightward = price.face.direction === 'ltr';
  const spot = (block: TextBlock, from: number) => ({ x: from, width: block.width, align: 'left' }) as const;
  const priceX = rightward ? left : left + former.width + between;
  const formerX = rightward ? left + price.width + between : left;
  elements.push(
    textElement(price, at(price, lines.price, spot(price, priceX)), look),
    textElement(former, at(former, lines.price, spot(former, formerX)), before),
  );
  return elements;
}
