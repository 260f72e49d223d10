import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import sharp from 'sharp';
import type { ComposedBanner } from '#libs/compositor';

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

/** Reads the texts of a banner from its pixels. */
export async function readBack({ bytes, overlays }: ComposedBanner): Promise<ReadBack> {
  const read = await Promise.all(
    overlays.map(async ({ text, box, lines, fontSize }) => {
      const wanted = wordsOf(text);
      const seen = await linesIn(bytes, box, fontSize, lines.length);
      const found = wanted.filter((word) => seen.includes(word)).length;
      return { words: wanted.length, found, text, seen: seen.join(' ') };
    }),
  );
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
    .split(/[^\p{L}\p{N}%]+/u)
    .filter((word) => word !== '');

/** Readers expect letters of about 40 pixels, dark on light, with some room around them. */
const LETTER = 40;

async function linesIn(
  bytes: Buffer,
  box: { x: number; y: number; width: number; height: number },
  size: number,
  lines: number,
): Promise<string[]> {
  const scale = LETTER / size;
  const cut = sharp(bytes).extract({ left: box.x, top: box.y, width: box.width, height: box.height }).greyscale();
  const { channels } = await sharp(await cut.png().toBuffer()).stats();
  // More of the box is ground than letters, so its mean is nearer to the ground.
  const onDark = (channels[0]?.mean ?? 255) < 128;
  const room = Math.round(LETTER / 2);
  const ground = { r: 255, g: 255, b: 255 };
  const prepared = sharp(
    await cut
      .negate(onDark ? {} : false)
      .normalise()
      .png()
      .toBuffer(),
  )
    .resize(Math.max(8, Math.round(box.width * scale)), Math.max(8, Math.round(box.height * scale)), { fit: 'fill' })
    .extend({ top: room, bottom: room, left: room, right: room, background: ground })
    .png();
  return wordsOf(await recognised(await prepared.toBuffer(), lines > 1 ? '6' : '7'));
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
