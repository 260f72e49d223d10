import { CompositionError } from '../composition-error.js';
import { MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS, MIN_SIDE } from './limits.js';
import { sharp } from './sharp.js';

export type ImageType = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif';

/** The header of an image file. `width` and `height` are those after EXIF rotation. */
export interface ImageFacts {
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
}

/**
 * Reads the header of an untrusted image without decoding it. The first bytes decide the type, never a name or a
 * content type. Then the size in bytes and in pixels is checked.
 *
 * @throws CompositionError `image_type_not_allowed`, `image_too_large`, `image_too_small`, `image_unreadable`
 */
export async function inspectImage(bytes: Uint8Array): Promise<ImageFacts> {
  if (bytes.byteLength > MAX_IMAGE_BYTES) {
    throw new CompositionError(
      'image_too_large',
      `The image has ${bytes.byteLength} bytes; at most 10 MB are allowed.`,
    );
  }
  const type = sniffType(bytes);
  if (!type) {
    throw new CompositionError(
      'image_type_not_allowed',
      'By its first bytes the file is not a PNG, JPEG, WebP, GIF or AVIF image.',
    );
  }
  const { width, height, hasAlpha } = await readHeader(bytes);
  if (width * height > MAX_IMAGE_PIXELS) {
    throw new CompositionError(
      'image_too_large',
      `The image is ${width} x ${height}; at most 40 megapixels are allowed.`,
    );
  }
  if (Math.min(width, height) < MIN_SIDE) {
    throw new CompositionError(
      'image_too_small',
      `The image is ${width} x ${height}; each side needs at least ${MIN_SIDE} pixels.`,
    );
  }
  return { type, width, height, hasAlpha };
}

/** The type by the file's signature. Formats that can contain scripts or addresses (SVG, PDF) are not supported. */
function sniffType(bytes: Uint8Array): ImageType | null {
  const ascii = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (ascii(0, 8) === '\u0089PNG\r\n\u001a\n') return 'png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'webp';
  if (/^GIF8[79]a$/.test(ascii(0, 6))) return 'gif';
  if (ascii(4, 8) === 'ftyp' && /^avi[fs]$/.test(ascii(8, 12))) return 'avif';
  return null;
}

async function readHeader(bytes: Uint8Array): Promise<{ width: number; height: number; hasAlpha: boolean }> {
  try {
    // No limit here: reading a header decodes nothing, and the caller names the size in its error.
    const { autoOrient, hasAlpha } = await sharp(bytes, { limitInputPixels: false }).metadata();
    return { ...autoOrient, hasAlpha };
  } catch {
    throw unreadable();
  }
}

/** Replaces the decoder's message, which names internals that mean nothing to a retailer. */
export const unreadable = (): CompositionError =>
  new CompositionError('image_unreadable', 'The image is damaged or not complete.');
