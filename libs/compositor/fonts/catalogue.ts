import type { FontName } from './names.js';

/** A shipped font file and its weight. */
export interface Face {
  readonly file: string;
  readonly bold: boolean;
}

export type FallbackName =
  'hebrew' | 'arabic' | 'devanagari' | 'thai' | 'japanese' | 'korean' | 'chinese' | 'emoji' | 'joinedEmoji';

const twoWeights = (name: string): readonly Face[] => [
  { file: `${name}-400.woff2`, bold: false },
  { file: `${name}-700.woff2`, bold: true },
];

/** One file for headlines and small text. The fonts for Japanese, Korean, Chinese and emoji are large. */
const oneWeight = (file: string): readonly Face[] => [{ file, bold: false }];

export const BRAND_FACES: Readonly<Record<FontName, readonly Face[]>> = {
  Inter: twoWeights('inter'),
  Montserrat: twoWeights('montserrat'),
  Rubik: twoWeights('rubik'),
  Lora: twoWeights('lora'),
  'Playfair Display': twoWeights('playfair-display'),
  'Noto Serif': twoWeights('noto-serif'),
  Caveat: oneWeight('caveat-700.woff2'),
};

export const FALLBACK_FACES: Readonly<Record<FallbackName, readonly Face[]>> = {
  hebrew: twoWeights('noto-sans-hebrew'),
  arabic: twoWeights('noto-sans-arabic'),
  devanagari: twoWeights('noto-sans-devanagari'),
  thai: twoWeights('noto-sans-thai'),
  japanese: oneWeight('noto-sans-jp-500.woff2'),
  korean: oneWeight('noto-sans-kr-500.woff2'),
  chinese: oneWeight('noto-sans-sc-500.woff2'),
  emoji: oneWeight('noto-color-emoji.woff2'),
  joinedEmoji: oneWeight('noto-color-emoji-sequences.woff2'),
};

/** The fallback for Latin, Greek and Cyrillic letters that the brand's font lacks. */
export const PLAIN_FALLBACK: Readonly<Record<FontName, FontName>> = {
  Inter: 'Noto Serif',
  Montserrat: 'Inter',
  Rubik: 'Inter',
  Lora: 'Noto Serif',
  'Playfair Display': 'Noto Serif',
  'Noto Serif': 'Inter',
  Caveat: 'Inter',
};
