import { sharp } from '../image/sharp.js';
import { openImage, toRaw } from '../image/open.js';
import type { Box, RawImage } from '../types.js';
import { hasFineDetail } from './fine-detail.js';
import { isMissing } from './runtime.js';

/** A line of letters in an image. */
export interface Line {
  readonly text: string;
  /** How sure the reader is, 0..1. */
  readonly confidence: number;
  /** In fractions of the image. */
  readonly box: Box;
  /** The difference between its letters and their ground, 0..1. */
  readonly contrast: number;
  /** How far the line is from level, in degrees. */
  readonly slope: number;
}

/** Longest side in pixels at which letters are looked for. It limits the reader's time and memory. */
const SIDE = 800;
/** The reader takes sides that are divisible by this. */
const STEP = 32;

/** Optional, so its name is not known to the compiler: an install may have left it out. */
const PACKAGE: string = '@gutenye/ocr-node';

type Point = readonly [x: number, y: number];
interface Reader {
  detect(image: Buffer): Promise<readonly { text: string; mean: number; box?: readonly Point[] }[]>;
}

let reader: Promise<Reader | null> | undefined;

/**
 * The lines of Latin letters and digits in an image; null if the optional package that reads them is not installed. An
 * image without detail outside of `own`, the place of a product in fractions, is not read.
 * @throws CompositionError as `inspectImage`
 */
export async function readLines(bytes: Uint8Array, own: Box | null): Promise<readonly Line[] | null> {
  const image = await openImage(bytes);
  const scale = Math.min(1, SIDE / Math.max(image.width, image.height));
  const width = stepped(image.width * scale);
  const height = stepped(image.height * scale);
  const pixels = await toRaw(image.pixels().resize(width, height, { fit: 'fill' }).flatten({ background: '#ffffff' }));
  if (!hasFineDetail(pixels, own)) return [];
  const found = await (reader ??= load());
  if (!found) return null;
  const png = await sharp(pixels.data, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const lines = await found.detect(png);
  return lines.flatMap(({ text, mean, box }) => (box ? [lineOf(text, mean, box, pixels)] : []));
}

const stepped = (length: number): number => Math.max(STEP, Math.round(length / STEP) * STEP);

async function load(): Promise<Reader | null> {
  try {
    const { default: Ocr } = (await import(PACKAGE)) as { default: { create(options: object): Promise<Reader> } };
    // One core, and no memory that is kept for the next image.
    const onnxOptions = { intraOpNumThreads: 1, interOpNumThreads: 1, enableCpuMemArena: false };
    return await Ocr.create({ onnxOptions });
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function lineOf(text: string, confidence: number, corners: readonly Point[], pixels: RawImage): Line {
  const across = corners.map(([x]) => x / pixels.width);
  const down = corners.map(([, y]) => y / pixels.height);
  const x = Math.min(...across);
  const y = Math.min(...down);
  const [[ax, ay] = [0, 0], [bx, by] = [1, 0]] = corners;
  const box = { x, y, width: Math.max(...across) - x, height: Math.max(...down) - y };
  return {
    text: text.trim(),
    confidence,
    box,
    contrast: contrastIn(pixels, box),
    slope: Math.abs((Math.atan2(by - ay, bx - ax) * 180) / Math.PI),
  };
}

/** From the darkest to the lightest pixels of a box, without the 5 % at either end. */
function contrastIn({ width, height, data }: RawImage, box: Box): number {
  const values: number[] = [];
  for (let y = Math.floor(box.y * height); y < (box.y + box.height) * height; y += 1) {
    for (let x = Math.floor(box.x * width); x < (box.x + box.width) * width; x += 1) {
      values.push(data[(y * width + x) * 4 + 1] ?? 0);
    }
  }
  values.sort((a, b) => a - b);
  const at = (share: number): number => values[Math.floor((values.length - 1) * share)] ?? 0;
  return (at(0.95) - at(0.05)) / 255;
}
