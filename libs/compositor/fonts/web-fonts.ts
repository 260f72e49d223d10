import { readFile } from 'node:fs/promises';
import { BRAND_FACES } from './catalogue.js';
import { fontFile } from './font-file.js';
import { type FontName, FONTS } from './names.js';

/** A WOFF2 file of a brand's font. */
export interface WebFont {
  readonly file: string;
  readonly weight: 400 | 700;
}

/** The files of a font family; none for a family that is not shipped. */
export const webFonts = (family: string): readonly WebFont[] =>
  isShipped(family)
    ? BRAND_FACES[family].map(({ file, bold }): WebFont => ({
        file,
        weight: bold || file.includes('-700.') ? 700 : 400,
      }))
    : [];

const isShipped = (family: string): family is FontName => (FONTS as readonly string[]).includes(family);

const FILES = new Set(FONTS.flatMap((family) => webFonts(family).map(({ file }) => file)));

/** The bytes of one of these files; undefined for any other name. */
export const readWebFont = async (file: string): Promise<Buffer | undefined> =>
  FILES.has(file) ? readFile(fontFile(file)) : undefined;
