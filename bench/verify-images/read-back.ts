import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import sharp from 'sharp';
import type { Box, ComposedImage } from '#libs/compositor';

/** The program of Debian's package tesseract-ocr, with its English words. */
const TESSERACT = 'tesseract';

export const hasTesseract = (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
  try {
    accessSync(join(folder, TESSERACT), constants.X_OK);
    return true;
  } catch {
    return false;
  }
});

/** For the title of a skipped block. */
export const withTesseract = hasTesseract
  ? 'the program tesseract'
  : 'SKIPPED: the program tesseract (Debian: tesseract-ocr) is not installed';

/** Words that were asked for, and those that a reader of the pixels found in the right order. */
export interface ReadBack {
  readonly words: number;
  readonly found: number;
  /** Texts in which a word is missing, with what was read instead. */
  readonly misread: readonly string[];
}

/** Heights of letters that readers like, in pixels. What is not found at the first is looked for at the second. */
const LETTERS = [40, 28] as const;

/** Reads the texts of an image from its pixels. A former price is left out: there is a line through it. */
export async function readBack({ bytes, overlays, width, height }: ComposedImage): Promise<ReadBack> {
  const read: { words: number; found: number; text: string; seen: string }[] = [];
  for (const { text, box, lines, fontSize } of overlays.filter(({ role }) => role !== 'compareAtPrice')) {
    const cut = await aroundText(bytes, box, { width, height }, fontSize);
    const wanted = wordsOf(text);
    const seen = new Set<string>();
    for (const letter of LETTERS) {
      if (wanted.every((word) => seen.has(word))) break;
      const words = await wordsIn(cut, letter / fontSize, lines.length > 1);
      words.forEach((word) => seen.add(word));
    }
    const found = wanted.filter((word) => seen.has(word)).length;
    read.push({ words: wanted.length, found, text, seen: [...seen].join(' ') });
  }
  return {
    words: read.reduce((sum, { words }) => sum + words, 0),
    found: read.reduce((sum, { found }) => sum + found, 0),
    misread: read.filter(({ words, found }) => found < words).map(({ text, seen }) => `${text} → ${seen}`),
  };
}

/** Letters and digits only: readers take a quote for a comma. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/(?<=\p{N})[.,](?=\p{N})/gu, '')
    .split(/[^\p{L}\p{N}%]+/u)
    .filter((word) => word !== '');

/** The text with a little of its ground on each side, dark on light. */
async function aroundText(
  bytes: Buffer,
  box: Box,
  image: Pick<Box, 'width' | 'height'>,
  size: number,
): Promise<Buffer> {
  const air = Math.max(3, Math.round(size * 0.3));
  const left = Math.max(0, box.x - air);
  const top = Math.max(0, box.y - air);
  const width = Math.min(image.width, box.x + box.width + air) - left;
  const height = Math.min(image.height, box.y + box.height + air) - top;
  const cut = await sharp(bytes).extract({ left, top, width, height }).greyscale().png().toBuffer();
  const { channels } = await sharp(await sharp(cut).extract({ left: 0, top: 0, width, height: 2 }).toBuffer()).stats();
  const onDark = (channels[0]?.mean ?? 255) < 128;
  return sharp(cut)
    .negate(onDark ? {} : false)
    .normalise()
    .png()
    .toBuffer();
}

async function wordsIn(cut: Buffer, scale: number, isBlock: boolean): Promise<string[]> {
  const { width, height } = await sharp(cut).metadata();
  const png = await sharp(cut)
    .resize(Math.max(8, Math.round(width * scale)), Math.max(8, Math.round(height * scale)), { fit: 'fill' })
    .png()
    .toBuffer();
  return wordsOf(await recognised(png, isBlock ? '6' : '7'));
}

/** @param mode 6: a block of lines; 7: one line */
async function recognised(png: Buffer, mode: string): Promise<string> {
  const reader = spawn(TESSERACT, ['stdin', 'stdout', '--psm', mode, '-l', 'eng'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, OMP_THREAD_LIMIT: '1' },
  });
  const parts: Buffer[] = [];
  reader.stdout.on('data', (part: Buffer) => parts.push(part));
  reader.stdin.end(png);
  await once(reader, 'close');
  return Buffer.concat(parts).toString('utf8');
}
