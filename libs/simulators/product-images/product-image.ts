import sharp from 'sharp';
import { DRAWINGS } from './drawings.js';

export type ProductImageName = keyof typeof DRAWINGS;

export const PRODUCT_IMAGES = Object.keys(DRAWINGS) as ProductImageName[];

/** The title of the product in the store. */
export const productTitle = (name: ProductImageName): string => DRAWINGS[name].title;

/**
 * A JPEG like those of stores: the product on a plain background. `width` and `height` are in pixels. The product stays
 * in the middle and is not stretched.
 */
export async function productImage(name: ProductImageName, width = 800, height = width): Promise<Buffer> {
  const { ground, body } = DRAWINGS[name];
  const soft =
    '<defs><filter id="soft" x="-50%" y="-200%" width="200%" height="500%"><feGaussianBlur stdDeviation="14"/></filter></defs>';
  const drawing =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `${soft}<rect width="100%" height="100%" fill="${ground}"/>` +
    `<svg width="100%" height="100%" viewBox="0 0 800 800">${body}</svg></svg>`;
  return sharp(Buffer.from(drawing)).jpeg({ quality: 90 }).toBuffer();
}
