import type { Sharp } from 'sharp';
import type { EncodedImage, FormatWish, ImageFormat, RawImage } from '../types.js';
import { isFaithful } from './faithful.js';
import { sharp } from './sharp.js';
import { isPhotographic } from './texture.js';

/** A quality, and about how many bytes it needs of those at 90. */
interface Step {
  readonly quality: number;
  readonly share: number;
}

const JPEG: readonly Step[] = [
  { quality: 90, share: 1 },
  { quality: 85, share: 0.78 },
  { quality: 80, share: 0.66 },
  { quality: 74, share: 0.57 },
  { quality: 68, share: 0.5 },
  { quality: 60, share: 0.43 },
  { quality: 50, share: 0.3 },
  { quality: 38, share: 0.25 },
  { quality: 26, share: 0.18 },
];

const WEBP: readonly Step[] = [
  { quality: 90, share: 1 },
  { quality: 84, share: 0.7 },
  { quality: 78, share: 0.5 },
  { quality: 70, share: 0.42 },
  { quality: 60, share: 0.36 },
  { quality: 45, share: 0.29 },
  { quality: 30, share: 0.22 },
];

/** From this quality on half the chroma would show as frayed coloured letters; below it the rest of the image does. */
const FULL_CHROMA = 60;

const jpeg = (pixels: Sharp, quality: number): Sharp =>
  pixels
    .flatten({ background: '#ffffff' })
    .jpeg({ quality, chromaSubsampling: quality >= FULL_CHROMA ? '4:4:4' : '4:2:0' });

/** WebP has half the chroma only, so it is reduced with the better filter. */
const webp = (pixels: Sharp, quality: number): Sharp => pixels.webp({ quality, effort: 4, smartSubsample: true });

/** No adaptive filters: they take most of the time and save little on photographs. */
const png = (pixels: Sharp): Sharp => pixels.png({ compressionLevel: 6, adaptiveFiltering: false });

/**
 * Encodes pixels as a file; the same pixels give the same bytes. `auto` makes a photograph a JPEG, and flat art a PNG,
 * or WebP where a PNG would be too large. JPEG and WebP start with quality 90, for small text, and go down in steps
 * until the file has at most `mostBytes`. PNG never changes a visible pixel: flat art may get a palette, a photograph
 * stays as large as it is.
 */
export async function encodeImage(image: RawImage, wish: FormatWish, mostBytes = Infinity): Promise<EncodedImage> {
  const { width, height, data } = image;
  const opaque = image.opaque ?? isOpaque(data);
  const pixels = (): Sharp => {
    const raw = sharp(data, { raw: { width, height, channels: 4 } });
    return opaque ? raw.removeAlpha() : raw;
  };
  const { bytes, format } = await encoded(image, wish, pixels, mostBytes);
  return { bytes, width, height, format };
}

interface File {
  readonly bytes: Buffer;
  readonly format: ImageFormat;
}

async function encoded(image: RawImage, wish: FormatWish, pixels: () => Sharp, most: number): Promise<File> {
  if (wish === 'jpeg') return { format: 'jpeg', bytes: await stepped(JPEG, (step) => jpeg(pixels(), step), most) };
  if (wish === 'webp') return { format: 'webp', bytes: await stepped(WEBP, (step) => webp(pixels(), step), most) };
  if (wish === 'auto' && isPhotographic(image)) return encoded(image, 'jpeg', pixels, most);
  const whole = await png(pixels()).toBuffer();
  if (whole.length <= most) return { format: 'png', bytes: whole };
  const smaller = wish === 'auto' || !isPhotographic(image) ? await withPalette(image, pixels) : null;
  if (smaller && smaller.length <= most) return { format: 'png', bytes: smaller };
  return wish === 'auto' ? encoded(image, 'webp', pixels, most) : { format: 'png', bytes: smaller ?? whole };
}

/** Tries the qualities that may be enough, best first; the last one is taken as it is. */
async function stepped(steps: readonly Step[], at: (quality: number) => Sharp, most: number): Promise<Buffer> {
  const [first, ...others] = steps;
  let bytes = await at(first?.quality ?? 90).toBuffer();
  const largest = bytes.length;
  const likely = others.filter(({ share }) => largest * share <= most);
  for (const { quality } of likely.length > 0 ? likely : others.slice(-1)) {
    if (bytes.length <= most) break;
    bytes = await at(quality).toBuffer();
  }
  return bytes;
}

/** Null if 256 colours are visibly too few. */
async function withPalette(image: RawImage, pixels: () => Sharp): Promise<Buffer | null> {
  const bytes = await pixels().png({ palette: true, quality: 100, dither: 0.6, effort: 4 }).toBuffer();
  const back = await sharp(bytes).ensureAlpha().raw().toBuffer();
  return isFaithful(image.data, back) ? bytes : null;
}

function isOpaque(data: Buffer): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}
