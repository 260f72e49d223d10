import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { toRaw } from '../image/open.js';
import { sheetOf } from '../image/paste.js';
import { sharp } from '../image/sharp.js';
import type { Box, RawImage } from '../types.js';
import { placeProduct } from './place.js';
import { paintContactShadow } from './shadow.js';
import type { ProductImage } from './types.js';

type Size = Pick<Box, 'width' | 'height'>;

/**
 * Paints a product into a box, as `placeProduct` places it. A cut-out gets a shadow that fits `ground`, the colour of
 * what is behind it. Opaque pixels stay as they are where they are not scaled.
 */
export async function paintProduct(ctx: SKRSContext2D, product: ProductImage, box: Box, ground: string): Promise<void> {
  const { window, place } = placeProduct(product, box);
  const sheet = await scaled(product, window, place);
  if (product.form === 'cutout') {
    paintContactShadow(ctx, product.pixels, place, ground);
  } else if (product.ground !== null) {
    ctx.fillStyle = product.ground;
    ctx.fillRect(box.x, box.y, box.width, box.height);
  }
  ctx.drawImage(sheet, place.x, place.y);
}

/** The last size of a product: images of one template show it in the same. */
const lastScaled = new WeakMap<ProductImage, { readonly name: string; readonly sheet: Promise<Canvas> }>();

/** A window of a product's pixels at this size. */
export function scaled(product: ProductImage, window: Box, { width, height }: Size): Promise<Canvas> {
  const name = [window.x, window.y, window.width, window.height, width, height].join(' ');
  const last = lastScaled.get(product);
  if (last?.name === name) return last.sheet;
  const sheet = resized(product.pixels, window, { width, height }).then(sheetOf);
  lastScaled.set(product, { name, sheet });
  return sheet;
}

async function resized({ width, height, data }: RawImage, window: Box, size: Size): Promise<RawImage> {
  if (window.width === width && window.height === height && size.width === width && size.height === height) {
    return { width, height, data };
  }
  return toRaw(
    sharp(data, { raw: { width, height, channels: 4 } })
      .extract({ left: window.x, top: window.y, width: window.width, height: window.height })
      .resize(size.width, size.height, { fit: 'fill' }),
  );
}
