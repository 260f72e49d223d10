import type { Sharp } from 'sharp';
import type { EncodedImage, ImageFormat, RawImage } from '../types.js';
import { sharp } from './sharp.js';

/**
 * JPEG keeps chroma at full resolution, because half resolution frays coloured text. WebP has half resolution only, so
 * its chroma is reduced with the better filter. PNG uses no adaptive filters: they take most of the time and save
 * little on photographs.
 */
const ENCODERS: Readonly<Record<ImageFormat, (pixels: Sharp) => Sharp>> = {
  png: (pixels) => pixels.png({ compressionLevel: 6, adaptiveFiltering: false }),
  jpeg: (pixels) => pixels.flatten({ background: '#ffffff' }).jpeg({ quality: 90, chromaSubsampling: '4:4:4' }),
  webp: (pixels) => pixels.webp({ quality: 90, effort: 4, smartSubsample: true }),
};

/** Encodes pixels as a file. The same pixels give the same bytes. JPEG and WebP have quality 90, for small text. */
export async function encodeImage(image: RawImage, format: ImageFormat): Promise<EncodedImage> {
  const { width, height, data } = image;
  const pixels = sharp(data, { raw: { width, height, channels: 4 } });
  const bytes = await ENCODERS[format](isOpaque(data) ? pixels.removeAlpha() : pixels).toBuffer();
  return { bytes, width, height, format };
}

function isOpaque(data: Buffer): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}
