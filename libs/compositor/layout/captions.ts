import { fitText, type TextBlock } from '../text/fit.js';
import type { TextPlace } from '../text/draw.js';
import type { Box } from '../types.js';
import type { Inks } from './colouring.js';
import type { ProductContent } from './content.js';
import { textElement } from './text-element.js';
import type { SceneElement } from './types.js';

/** The name and the prices of a product in their size, in one line or in two. */
export interface Caption {
  readonly title: TextBlock | null;
  readonly price: TextBlock | null;
  readonly former: TextBlock | null;
  readonly oneLine: boolean;
  readonly width: number;
  readonly height: number;
  readonly gap: number;
  /** What its ink needs below its last base line, with a little room. */
  readonly foot: number;
}

export interface CaptionRoom {
  readonly width: number;
  readonly height: number;
  readonly size: number;
  readonly least: number;
  /** The least space between two of its texts. */
  readonly gap: number;
  /** Of the price; at least `size`. */
  readonly priceSize: number;
}

/** In one line where it fits, else in two. Null if nothing of it can be read. A name is never broken within a word. */
export const fitCaption = (product: ProductContent, room: CaptionRoom): Caption | null =>
  fitOneLine(product, room) ?? fitTwoLines(product, room);

/** The space between two texts of a caption. */
const gapIn = ({ size, gap }: CaptionRoom): number => Math.max(size * 0.5, gap);

const fitIn =
  ({ width, height, least }: CaptionRoom) =>
  (face: ProductContent['price'], maxSize: number, maxLines: number): TextBlock | null =>
    face && fitText(face, { width, height, minSize: least, maxSize, maxLines, tight: false, whole: true });

/** Null where the line would be too wide, or its texts would differ in size. */
function fitOneLine({ title, price, compareAtPrice }: ProductContent, room: CaptionRoom): Caption | null {
  const { width, size } = room;
  const fit = fitIn(room);
  const gap = gapIn(room);
  const short = { title: fit(title, size, 1), price: fit(price, size, 1), former: fit(compareAtPrice, size, 1) };
  const one = [short.title, short.former, short.price].filter((block) => block !== null);
  const oneWidth = one.reduce((sum, block) => sum + block.width, 0) + gap * (one.length - 1);
  const sameSize = new Set(one.map((block) => block.size)).size <= 1;
  const complete = one.length === [title, price, compareAtPrice].filter((face) => face !== null).length;
  if (one.length === 0 || !complete || !sameSize || room.priceSize !== size || oneWidth > width) return null;
  return { ...short, oneLine: true, width: oneWidth, height: lineOf(size), gap, foot: footOf(one) };
}

/** The name, and its prices below it. Null where that is too high or nothing of it can be read. */
export function fitTwoLines({ title, price, compareAtPrice }: ProductContent, room: CaptionRoom): Caption | null {
  const { width, height, size, least } = room;
  const fit = fitIn(room);
  const gap = gapIn(room);
  const name = fit(title, size, 2);
  const large = Math.max(name?.size ?? least, room.priceSize);
  const [now, former] = [fit(price, large, 1), fit(compareAtPrice, size, 1)];
  const both = now && former && now.width + gap + former.width <= width ? former : null;
  const second = (now?.width ?? 0) + (both ? both.width + gap : 0);
  const tall = (name?.height ?? 0) + (now ? lineOf(now.size) + (name ? gap * 1.1 : 0) : 0);
  if ((!name && !now) || tall > height) return null;
  return {
    title: name,
    price: now,
    former: both,
    oneLine: false,
    width: Math.max(name?.width ?? 0, second),
    height: tall,
    gap,
    foot: footOf(now ? [now, ...(both ? [both] : [])] : []),
  };
}

/** The room of the deepest text of a line below its base line, and between it and the edge of its tile. */
const footOf = (line: readonly TextBlock[]): number =>
  Math.max(0, ...line.map(({ height, ascent, size }) => height - ascent + size * PADDING));

/** Between a text and the edge of its plate, as a share of its size; a little more than the rule's 0.2. */
const PADDING = 0.22;

/** The height of a line, whatever letters it has: captions beside each other keep one base line. */
const lineOf = (size: number): number => size * 0.76;

interface CaptionPlace {
  readonly box: Box;
  readonly align: TextPlace['align'];
  readonly inks: Inks;
  readonly ground: string;
  readonly index: number;
}

/** Places a caption in a box that is at least as large as it is. */
export function placeCaption(caption: Caption, { box, align, inks, ground, index }: CaptionPlace): SceneElement[] {
  const { title, price, former, gap } = caption;
  const look = { ground, index };
  const titleLook = { ...look, role: 'title', colour: inks.ink } as const;
  const priceLook = { ...look, role: 'price', colour: inks.ink } as const;
  const formerLook = { ...look, role: 'compareAtPrice', colour: inks.soft, struck: true } as const;
  const rightward = (title ?? price)?.face.direction !== 'rtl';
  const start = (width: number) =>
    align === 'left' ? box.x : align === 'right' ? box.x + box.width - width : box.x + (box.width - width) / 2;
  const row = (
    blocks: readonly (readonly [TextBlock | null, typeof titleLook | typeof priceLook | typeof formerLook])[],
    base: number,
  ) => {
    const there = blocks.filter(([block]) => block !== null);
    const ordered = rightward ? there : there.toReversed();
    let x = start(there.reduce((sum, [block]) => sum + (block?.width ?? 0), 0) + gap * (there.length - 1));
    return ordered.flatMap(([block, of]) => {
      if (!block) return [];
      const element = textElement(block, { x, top: base - block.ascent, width: block.width, align: 'left' }, of);
      x += block.width + gap;
      return [element];
    });
  };
  const all = [
    [title, titleLook],
    [price, priceLook],
    [former, formerLook],
  ] as const;
  if (caption.oneLine) return row(all, box.y + box.height);
  const top = box.y + box.height - caption.height;
  const words = title ? [textElement(title, { x: box.x, top, width: box.width, align }, titleLook)] : [];
  return [
    ...words,
    ...row(
      [
        [price, priceLook],
        [former, formerLook],
      ],
      box.y + box.height,
    ),
  ];
}
