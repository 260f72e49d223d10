import type { SKRSContext2D } from '@napi-rs/canvas';
import { mix, withAlpha } from '../colour/rgb.js';
import { readableOn } from '../colour/contrast.js';
import { at } from '../image/at.js';
import { type OpenImage, openImage, toRaw } from '../image/open.js';
import { paste } from '../image/paste.js';
import { fitText, type TextBlock } from '../text/fit.js';
import { type Typeface, typefaceFor } from '../text/typeface.js';
import type { Box, BrandKit, RawImage } from '../types.js';
import type { BannerProduct } from './types.js';

/** A product's opened image and shaped texts. */
export interface CardContent {
  readonly image: OpenImage;
  readonly title: Typeface;
  readonly price: Typeface | null;
}

export const cardContents = async (products: readonly BannerProduct[], brand: BrandKit): Promise<CardContent[]> =>
  Promise.all(
    products.map(async ({ image, title, price }, index) => ({
      image: await at(`products/${index}`, openImage(image)),
      title: typefaceFor(title, brand.fonts.body, false, `products/${index}`),
      price: price?.trim() ? typefaceFor(price, brand.fonts.body, true, `products/${index}`) : null,
    })),
  );

/** A card: the whole image on white or on its own ground's colour, and its texts if there is room. */
export interface Card {
  readonly box: Box;
  readonly image: Box;
  readonly title: TextBlock | null;
  readonly price: TextBlock | null;
  readonly radius: number;
  /** Left edge, width and top of the caption. */
  readonly caption: { readonly x: number; readonly width: number; readonly y: number };
}

/** Chooses the number of columns with the largest cards. */
export function layOutCards(contents: readonly CardContent[], room: Box, radius: number, density: number): Card[] {
  const gap = Math.min(room.width, room.height) * 0.06;
  const choices = contents.map((_, index) => cellsFor(contents.length, index + 1, room, gap));
  const cells = choices.reduce((best, cells) => (areaOf(cells) > areaOf(best) ? cells : best));
  const aspect =
    contents.reduce((sum, { image }) => sum + Math.min(1.5, Math.max(0.67, image.width / image.height)), 0) /
    contents.length;
  return contents.map((content, index) => cardIn(cells[index] ?? room, content, { aspect, radius, density }));
}

const areaOf = ([cell]: readonly Box[]): number => (cell ? Math.min(cell.width, cell.height / 1.22) : 0);

function cellsFor(count: number, columns: number, room: Box, gap: number): Box[] {
  const rows = Math.ceil(count / columns);
  const width = (room.width - gap * (columns - 1)) / columns;
  const height = (room.height - gap * (rows - 1)) / rows;
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / columns);
    const inRow = Math.min(columns, count - row * columns);
    const indent = ((columns - inRow) * (width + gap)) / 2;
    return { x: room.x + indent + (index % columns) * (width + gap), y: room.y + row * (height + gap), width, height };
  });
}

interface CardStyle {
  /** Aspect ratio (width over height) of the image's field. */
  readonly aspect: number;
  readonly radius: number;
  readonly density: number;
}

function cardIn(cell: Box, { image, title, price }: CardContent, { aspect, radius, density }: CardStyle): Card {
  const pad = Math.round(Math.min(cell.width, cell.height) * 0.055);
  const words = captionFor(cell, title, price, { pad, density });
  const heightOfWords = words.height ? words.height + pad * 0.9 : 0;
  const fieldWidth = Math.min(cell.width - pad * 2, (cell.height - pad * 2 - heightOfWords) * aspect);
  const width = words.height ? Math.max(fieldWidth, Math.min(cell.width - pad * 2, words.width)) : fieldWidth;
  const height = fieldWidth / aspect;
  const box = rounded({
    x: cell.x + (cell.width - width) / 2 - pad,
    y: cell.y + (cell.height - height - heightOfWords) / 2 - pad,
    width: width + pad * 2,
    height: height + heightOfWords + pad * 2,
  });
  const scale = Math.min(width / image.width, height / image.height);
  const size = {
    width: Math.max(1, Math.round(image.width * scale)),
    height: Math.max(1, Math.round(image.height * scale)),
  };
  const place = {
    x: Math.round(box.x + (box.width - size.width) / 2),
    y: Math.round(box.y + pad + (height - size.height) / 2),
    ...size,
  };
  return {
    box,
    image: place,
    title: words.title,
    price: words.price,
    radius,
    caption: { x: box.x + pad, width: box.width - pad * 2, y: box.y + pad + height + pad * 0.9 },
  };
}

const rounded = ({ x, y, width, height }: Box): Box => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(width),
  height: Math.round(height),
});

/** Smallest readable size of a title or a price, in CSS pixels. */
const SMALLEST = 11;

/** Texts on cards are optional: a card omits texts that would be unreadable or need too many lines. */
function captionFor(
  cell: Box,
  title: Typeface,
  price: Typeface | null,
  { pad, density }: { readonly pad: number; readonly density: number },
) {
  const none = { title: null, price: null, width: 0, height: 0 };
  if (cell.width < 120 || cell.height < 170) return none;
  const width = cell.width - pad * 2;
  const minSize = SMALLEST * density;
  const size = Math.max(minSize, Math.min(cell.width, cell.height) * 0.062);
  const room = { width, height: cell.height * 0.3, minSize, maxSize: size, maxLines: 2, tight: false, whole: true };
  const titleBlock = fitText(title, room);
  const priceBlock = price && fitText(price, { ...room, maxSize: size * 1.12, maxLines: 1 });
  const blocks = [titleBlock, priceBlock].filter((block) => block !== null);
  if (blocks.length === 0) return none;
  const height = blocks.reduce((sum, block) => sum + block.height, 0) + (blocks.length - 1) * size * 0.55;
  return { title: titleBlock, price: priceBlock, width: Math.max(...blocks.map((block) => block.width)), height };
}

/** The whole image scaled to its size in the card. Product images are never changed otherwise. */
export const scaledTo = async ({ image }: CardContent, { width, height }: Box): Promise<RawImage> =>
  toRaw(image.pixels().resize(width, height, { fit: 'fill' }));

export function paintCard(ctx: SKRSContext2D, card: Card, image: RawImage, ground: string): void {
  const { box } = card;
  ctx.save();
  ctx.shadowColor = withAlpha(mix(ground, '#101418', 0.85), 0.24);
  ctx.shadowBlur = Math.min(box.width, box.height) * 0.07;
  ctx.shadowOffsetY = Math.min(box.width, box.height) * 0.02;
  ctx.fillStyle = ground;
  ctx.beginPath();
  ctx.roundRect(box.x, box.y, box.width, box.height, Math.min(card.radius, box.width * 0.12));
  ctx.fill();
  ctx.restore();
  paste(ctx, image, card.image);
}

/** Dark or light text, whichever is legible on the card's ground. */
export const wordColour = (ground: string, { palette }: BrandKit): string =>
  readableOn(ground, [palette.text, palette.primary]);
