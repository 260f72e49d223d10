import type { SKRSContext2D } from '@napi-rs/canvas';
import { toRaw } from '../image/open.js';
import { paste } from '../image/paste.js';
import { sharp } from '../image/sharp.js';
import type { Box, RawImage } from '../types.js';
import { placeProduct } from './place.js';
import { paintContactShadow } from './shadow.js';
import type { ProductImage } from './types.js';

/**
 * Paints a product into a box, as `placeProduct` places it. A cut-out gets a shadow that fits `ground`, the colour of
 * what is behind it. Opaque pixels stay as they are where they are not scaled.
 */
export async function paintProduct(ctx: SKRSContext2D, product: ProductImage, box: Box, ground: string): Promise<void> {
  const { window, place } = placeProduct(product, box);
  const pixels = await scaled(product.pixels, window, place);
  if (product.form === 'cutout') {
    paintContactShadow(ctx, product.pixels, place, ground);
  } else if (product.ground !== null) {
    ctx.fillStyle = product.ground;
    ctx.fillRect(box.x, box.y, box.width, box.height);
  }
  paste(ctx, pixels, place);
}

async function scaled({ width, height, data }: RawImage, window: Box, size: Box): Promise<RawImage> {
  if (window.width === width && window.height === height && size.width === width && size.height === height) {
    return { width, height, data };
  }
  return toRaw(
    sharp(data, { raw: { width, height, channels: 4 } })
      .extract({ left: window.x, top: window.y, width: window.width, height: window.height })
      .resize(size.width, size.height, { fit: 'fill' }),
  );
}
