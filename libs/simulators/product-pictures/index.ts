import sharp from 'sharp';
import { DRAWINGS } from './drawings.js';

export type ProductPictureName = keyof typeof DRAWINGS;

export const PRODUCT_PICTURES = Object.keys(DRAWINGS) as ProductPictureName[];

/** What the shop calls it. */
export const productTitle = (name: ProductPictureName): string => DRAWINGS[name].title;

/** A JPEG as a shop would have it: the product on a plain ground. `width` and `height` in pixels; the product stays in
 * the middle and is not stretched. */
export async function productPicture(name: ProductPictureName, width = 800, height = width): Promise<Buffer> {
  const { ground, body } = DRAWINGS[name];
  const soft =
    '<defs><filter id="soft" x="-50%" y="-200%" width="200%" height="500%"><feGaussianBlur stdDeviation="14"/></filter></defs>';
  const drawing =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `${soft}<rect width="100%" height="100%" fill="${ground}"/>` +
    `<svg width="100%" height="100%" viewBox="0 0 800 800">${body}</svg></svg>`;
  return sharp(Buffer.from(drawing)).jpeg({ quality: 90 }).toBuffer();
}
