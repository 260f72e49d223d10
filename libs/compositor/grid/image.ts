import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { readableOn, requiredContrast } from '../colour/contrast.js';
import { worstContrast } from '../colour/legibility.js';
import { mix } from '../colour/rgb.js';
import { CompositionError } from '../composition-error.js';
import { at } from '../image/at.js';
import { encodeImage } from '../image/encode.js';
import { mostGridBytesOf } from '../image/limits.js';
import { paste } from '../image/paste.js';
import { boundsOf, drawText, glyphBoxes, type TextPlace } from '../text/draw.js';
import { fitText, type TextBlock } from '../text/fit.js';
import { typefaceFor } from '../text/typeface.js';
import type { Box, BrandKit, ComposedImage, Overlay } from '../types.js';
import { cutToCell } from './cut.js';
import { DEFAULT_WIDTH, PADDING, ROW_GAP, rowBoxes, shapeOf } from './geometry.js';
import type { GridCell, GridImageOptions, GridPlan, GridProduct } from './types.js';

const DENSITY = 2;

interface Placed {
  readonly product: GridProduct;
  readonly box: Box;
  readonly title: TextBlock;
  readonly price: TextBlock | null;
}

/**
 * Draws the layout as one image with twice the pixels of the email. Rows are as high as their texts need.
 *
 * @throws CompositionError `text_not_drawable`, `text_does_not_fit`, and those of `inspectImage`, with `place` =
 * `products/0` in the given order
 */
export async function renderGridImage(
  plan: GridPlan,
  products: readonly GridProduct[],
  options: GridImageOptions,
): Promise<ComposedImage> {
  const width = (options.width ?? DEFAULT_WIDTH) * DENSITY;
  const { placed, height } = layOut(plan, products, options);
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext('2d');
  const { background, primary, text } = options.brand.palette;
  ctx.fillStyle = background;
  ctx.fillRect(0, 0, width, height);
  const colour = readableOn(background, [text, primary]);
  const overlays: Overlay[] = [];
  for (const cell of placed) {
    await paintImage(ctx, cell, products, options);
    overlays.push(...paintCaption(ctx, cell, colour));
  }
  const encoded = await encodeImage({ width, height, data: canvas.data() }, options.format, mostGridBytesOf(width));
  return {
    ...encoded,
    altText: placed.map(({ product: { title, price } }) => (price ? `${title}, ${price}` : title)).join('; '),
    overlays,
    products: placed.map(({ product: { title }, box }) => ({ title, box })),
    scrim: 0,
  };
}

function layOut(plan: GridPlan, products: readonly GridProduct[], { width = DEFAULT_WIDTH, brand }: GridImageOptions) {
  const placed: Placed[] = [];
  let y = PADDING * DENSITY;
  for (const row of plan.rows) {
    const boxes = rowBoxes(shapeOf(row), 0, width).map((box) => scaled(box, y));
    const cells = row.cells.flatMap((cell, index) => {
      const place = products.findIndex(({ id }) => id === cell.productId);
      const product = products[place];
      const box = boxes[index];
      return product && box ? [{ product, box, ...caption(product, cell, box.width, brand, `products/${place}`) }] : [];
    });
    placed.push(...cells);
    y +=
      (boxes[0]?.height ?? 0) +
      Math.max(...cells.map(({ title, price }) => captionHeight(title, price))) +
      ROW_GAP * DENSITY;
  }
  return { placed, height: Math.ceil(y + (PADDING - ROW_GAP) * DENSITY) };
}

const scaled = ({ x, width, height }: Box, y: number): Box => ({
  x: Math.round(x * DENSITY),
  y: Math.round(y),
  width: Math.round(width * DENSITY),
  height: Math.round(height * DENSITY),
});

function caption(product: GridProduct, { emphasis }: GridCell, width: number, { fonts }: BrandKit, place: string) {
  const size = emphasis === 'hero' ? 40 : 30;
  const room = { width, height: 4000, minSize: 22, maxSize: size, maxLines: 3, tight: false };
  const face = typefaceFor(product.title, fonts.body, false, place);
  const title = fitText(face, room) ?? fitText(face, { ...room, maxSize: 22, maxLines: 24 });
  const price = product.price?.trim()
    ? fitText(typefaceFor(product.price, fonts.body, true, place), { ...room, maxSize: size + 2 })
    : null;
  if (!title || (product.price?.trim() && !price)) {
    throw new CompositionError('text_does_not_fit', 'The title or the price is too long for its cell.', place);
  }
  return { title, price };
}

const GAP = 20;

const captionHeight = (title: TextBlock, price: TextBlock | null): number =>
  GAP + title.height + (price ? GAP * 0.8 + price.height : 0);

async function paintImage(
  ctx: SKRSContext2D,
  { product, box }: Placed,
  products: readonly GridProduct[],
  options: GridImageOptions,
): Promise<void> {
  const bytes = options.images[product.id];
  const { palette, cornerRadius } = options.brand;
  const place = `products/${products.indexOf(product)}`;
  ctx.save();
  ctx.beginPath();
  ctx.roundRect(box.x, box.y, box.width, box.height, cornerRadius * DENSITY);
  ctx.clip();
  if (bytes) paste(ctx, await at(place, cutToCell(bytes, box.width, box.height)), box);
  else paintInitial(ctx, product, box, palette.primary, mix(palette.background, palette.primary, 0.14), options.brand);
  ctx.restore();
}

function paintInitial(
  ctx: SKRSContext2D,
  product: GridProduct,
  box: Box,
  colour: string,
  field: string,
  { fonts }: BrandKit,
): void {
  ctx.fillStyle = field;
  ctx.fillRect(box.x, box.y, box.width, box.height);
  const initial = Array.from(product.title).find((character) => /\p{L}|\p{N}/u.test(character));
  if (!initial) return;
  const size = Math.min(box.width, box.height) / 2.5;
  const face = typefaceFor(initial.toUpperCase(), fonts.heading, true, 'title');
  const block = fitText(face, {
    width: box.width,
    height: box.height,
    minSize: 8,
    maxSize: size,
    maxLines: 1,
    tight: true,
  });
  if (block) {
    drawText(
      ctx,
      block,
      { x: box.x, width: box.width, align: 'center', y: box.y + (box.height - block.height) / 2 + block.ascent },
      readableOn(field, [colour]),
    );
  }
}

function paintCaption(ctx: SKRSContext2D, { box, title, price }: Placed, colour: string): Overlay[] {
  let y = box.y + box.height + GAP;
  return (
    [
      ['title', title],
      ['price', price],
    ] as const
  ).flatMap(([role, block]) => {
    if (!block) return [];
    const place: TextPlace = { x: box.x, width: box.width, align: 'center', y: y + block.ascent };
    const boxes = glyphBoxes(block, place);
    const overlay = overlayOf(ctx, role, block, boxes, colour);
    drawText(ctx, block, place, colour);
    y += block.height + GAP * 0.8;
    return [overlay];
  });
}

const overlayOf = (
  ctx: SKRSContext2D,
  role: 'title' | 'price',
  block: TextBlock,
  boxes: readonly Box[],
  colour: string,
): Overlay => ({
  role,
  text: block.face.text,
  box: boundsOf(boxes),
  lines: block.lines.map((line) => line.text),
  fontSize: block.size,
  contrast: Math.min(
    ...boxes.map((box) => worstContrast(ctx.getImageData(box.x, box.y, box.width, box.height).data, colour)),
  ),
  required: requiredContrast(block.size / DENSITY, block.face.bold),
});
