import sharp from 'sharp';
import type { ComposedImage, Compositor, Overlay } from '#libs/compositor';

/** Words that were asked for, and those that a reader of the pixels found. */
export interface ReadBack {
  readonly words: number;
  readonly found: number;
  /** Texts in which a word is missing, with what was read instead. */
  readonly misread: readonly string[];
}

/** The share of words that a reader has to find. */
export const LEAST_READ = 0.995;

/** Heights of letters in pixels. What is not found at the first is looked for at the next. */
const LETTERS = [34, 26, 46] as const;
/** The reader scales larger images down. */
const SHEET = 800;
const SPACE = 16;

/**
 * Reads the texts of an image from its pixels, with the reader of providers' images; null where it is not installed.
 * A former price is left out: there is a line through it.
 */
export async function readBack(
  compositor: Compositor,
  { bytes, overlays }: Pick<ComposedImage, 'bytes' | 'overlays'>,
): Promise<ReadBack | null> {
  const wanted = overlays.filter(({ role }) => role !== 'compareAtPrice');
  const missing = new Map(wanted.map((overlay) => [overlay, new Set(wordsOf(overlay.text))] as const));
  const misread = new Map<Overlay, string>();
  for (const letter of LETTERS) {
    const left = wanted.filter((overlay) => (missing.get(overlay)?.size ?? 0) > 0);
    for (const sheet of sheetsOf(await Promise.all(left.map((one) => cutOf(bytes, one, letter))))) {
      const lines = await compositor.lines(await drawn(sheet));
      if (!lines) return null;
      const seen = lines.join(' ');
      const letters = compact(seen);
      for (const { overlay } of sheet) {
        const words = missing.get(overlay);
        words?.forEach((word) => letters.includes(word) && words.delete(word));
        if (words && words.size > 0) misread.set(overlay, `${[...words].join(' ')} in: ${seen}`);
        else misread.delete(overlay);
      }
    }
  }
  const words = wanted.reduce((sum, { text }) => sum + new Set(wordsOf(text)).size, 0);
  const lost = [...missing.values()].reduce((sum, { size }) => sum + size, 0);
  return { words, found: words - lost, misread: [...misread.values()] };
}

/** The sum of what was read in several images. */
export function allRead(images: readonly { readonly read?: ReadBack }[]): ReadBack {
  const all = images.flatMap(({ read }) => read ?? []);
  return {
    words: all.reduce((sum, { words }) => sum + words, 0),
    found: all.reduce((sum, { found }) => sum + found, 0),
    misread: all.flatMap(({ misread }) => misread),
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

/** Readers lose spaces, so words are looked for without them. */
const compact = (text: string): string => wordsOf(text).join('');

interface Cut {
  readonly overlay: Overlay;
  readonly png: Buffer;
  readonly width: number;
  readonly height: number;
}

/** The text with a little of its ground on each side, dark on white, with letters of about the given height. */
async function cutOf(bytes: Buffer, overlay: Overlay, letter: number): Promise<Cut> {
  const { box, fontSize } = overlay;
  const { width: across, height: down } = await sharp(bytes).metadata();
  const air = Math.max(3, Math.round(fontSize * 0.25));
  const left = Math.max(0, box.x - air);
  const top = Math.max(0, box.y - air);
  const width = Math.min(across, box.x + box.width + air) - left;
  const height = Math.min(down, box.y + box.height + air) - top;
  const cut = await sharp(bytes).extract({ left, top, width, height }).greyscale().png().toBuffer();
  const edge = await sharp(await sharp(cut).extract({ left: 0, top: 0, width, height: 2 }).toBuffer()).stats();
  const onDark = (edge.channels[0]?.mean ?? 255) < 128;
  const scale = Math.min(letter / fontSize, (SHEET - SPACE * 2) / width, (SHEET - SPACE * 2) / height);
  const png = await sharp(cut)
    .negate(onDark ? {} : false)
    .normalise()
    .resize(Math.max(8, Math.round(width * scale)), Math.max(8, Math.round(height * scale)), { fit: 'fill' })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { overlay, png: png.data, width: png.info.width, height: png.info.height };
}

/** Texts below each other, as many as the reader takes at once. */
function sheetsOf(cuts: readonly Cut[]): Cut[][] {
  const sheets: Cut[][] = [];
  let used = Infinity;
  for (const cut of cuts) {
    used += cut.height + SPACE;
    if (used > SHEET) {
      sheets.push([]);
      used = SPACE + cut.height + SPACE;
    }
    sheets.at(-1)?.push(cut);
  }
  return sheets;
}

async function drawn(sheet: readonly Cut[]): Promise<Buffer> {
  let top = SPACE;
  const layers = sheet.map(({ png, height }) => {
    const layer = { input: png, left: SPACE, top };
    top += height + SPACE;
    return layer;
  });
  return sharp({ create: { width: SHEET, height: top, channels: 3, background: '#ffffff' } })
    .composite(layers)
    .png()
    .toBuffer();
}
