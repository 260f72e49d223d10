import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { readableOn, requiredContrast } from '../colour/contrast.js';
import { worstContrast } from '../colour/legibility.js';
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
import { paintNoImage } from './no-image.js';
import type { GridCell, GridImageOptions, GridPlan, GridProduct } from './types.js';

const DENSITY = 2;

interface Placed {
  readonly product: GridProduct;
  readonly box: Box;
  readonly title: TextBlock;
  readonly price: TextBlock | null;
  readonly lines: CaptionLines;
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
    overlays.push(...paintCaption(ctx, cell, colour, width / shownWidthOf(options)));
  }
  const encoded = await encodeImage(
    { width, height, data: canvas.data() },
    options.format,
    mostGridBytesOf(Math.min(width, shownWidthOf(options) * DENSITY)),
  );
  return {
    ...encoded,
    altText: placed.map(({ product: { title, price } }) => (price ? `${title}, ${price}` : title)).join('; '),
    overlays,
    products: placed.map(({ product: { title }, box }) => ({ title, box })),
    scrim: 0,
  };
}

const shownWidthOf = ({ width = DEFAULT_WIDTH, shownWidth = width }: GridImageOptions): number => shownWidth;

function layOut(plan: GridPlan, products: readonly GridProduct[], options: GridImageOptions) {
  const { width = DEFAULT_WIDTH, brand } = options;
  const look = { fonts: brand.fonts, enlarged: width / shownWidthOf(options) };
  const placed: Placed[] = [];
  let y = PADDING * DENSITY;
  for (const row of plan.rows) {
    const boxes = rowBoxes(shapeOf(row), 0, width).map((box) => scaled(box, y));
    const cells = row.cells.flatMap((cell, index) => {
      const place = products.findIndex(({ id }) => id === cell.productId);
      const product = products[place];
      const box = boxes[index];
      return product && box ? [{ product, box, ...caption(product, cell, box.width, look, `products/${place}`) }] : [];
    });
    const lines = captionLines(cells);
    placed.push(...cells.map((cell) => ({ ...cell, lines })));
    y += (boxes[0]?.height ?? 0) + lines.height + ROW_GAP * DENSITY;
  }
  return { placed, height: Math.ceil(y + (PADDING - ROW_GAP) * DENSITY) };
}

const scaled = ({ x, width, height }: Box, y: number): Box => ({
  x: Math.round(x * DENSITY),
  y: Math.round(y),
  width: Math.round(width * DENSITY),
  height: Math.round(height * DENSITY),
});

interface CaptionLook extends Pick<BrandKit, 'fonts'> {
  /** How much larger the type has to be, because the image is shown smaller than it is laid out. */
  readonly enlarged: number;
}

function caption(
  product: GridProduct,
  { emphasis }: GridCell,
  width: number,
  { fonts, enlarged }: CaptionLook,
  place: string,
) {
  const size = Math.round((emphasis === 'hero' ? 40 : 30) * enlarged);
  const least = Math.round(22 * enlarged);
  const room = { width, height: 4000, minSize: least, maxSize: size, maxLines: 3, tight: false };
  const face = typefaceFor(product.title, fonts.body, false, place);
  const title = fitText(face, room) ?? fitText(face, { ...room, maxSize: least, maxLines: 24 });
  const price = product.price?.trim()
    ? fitText(typefaceFor(product.price, fonts.body, true, place), {
        ...room,
        maxSize: size + Math.round(2 * enlarged),
      })
    : null;
  if (!title || (product.price?.trim() && !price)) {
    throw new CompositionError('text_does_not_fit', 'The title or the price is too long for its cell.', place);
  }
  return { title, price };
}

const GAP = 20;

/** Base lines below the images of a row: the same for all cells, whatever letters and how many lines they have. */
interface CaptionLines {
  readonly title: number;
  readonly price: number;
  readonly height: number;
}

function captionLines(cells: readonly { title: TextBlock; price: TextBlock | null }[]): CaptionLines {
  const most = (values: readonly number[]) => Math.max(0, ...values);
  const prices = cells.flatMap(({ price }) => price ?? []);
  const title = GAP + most(cells.map((cell) => cell.title.ascent));
  const end = title + most(cells.map((cell) => cell.title.height - cell.title.ascent));
  const price = end + GAP * 0.8 + most(prices.map(({ ascent }) => ascent));
  const height = prices.length > 0 ? price + most(prices.map((block) => block.height - block.ascent)) : end;
  return { title, price, height };
}

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
  else paintNoImage(ctx, box, palette);
  ctx.restore();
}

/** `density`: pixels of the image per CSS pixel as it is shown. */
function paintCaption(
  ctx: SKRSContext2D,
  { box, title, price, lines }: Placed,
  colour: string,
  density: number,
): Overlay[] {
  return (
    [
      ['title', title],
      ['price', price],
    ] as const
  ).flatMap(([role, block]) => {
    if (!block) return [];
    const place: TextPlace = { x: box.x, width: box.width, align: 'center', y: box.y + box.height + lines[role] };
    const boxes = glyphBoxes(block, place);
    const overlay = overlayOf(ctx, role, block, { boxes, colour, density });
    drawText(ctx, block, place, colour);
    return [overlay];
  });
}

const overlayOf = (
  ctx: SKRSContext2D,
  role: 'title' | 'price',
  block: TextBlock,
  { boxes, colour, density }: { readonly boxes: readonly Box[]; readonly colour: string; readonly density: number },
): Overlay => ({
  role,
  text: block.face.text,
  box: boundsOf(boxes),
  lines: block.lines.map((line) => line.text),
  fontSize: block.size,
  contrast: Math.min(
    ...boxes.map((box) => worstContrast(ctx.getImageData(box.x, box.y, box.width, box.height).data, colour)),
  ),
  required: requiredContrast(block.size / density, block.face.bold),
});
