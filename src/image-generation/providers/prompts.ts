import type { BannerImageSpec, BrandLook, HeroImageSpec } from '../renders/image-spec.js';

/** Descriptions of the known styles. Any other style is used as it is. */
const TREATMENTS: Readonly<Record<string, string>> = {
  photographic: 'a professional photograph, natural light, shallow depth of field',
  illustration: 'a modern editorial illustration with clean shapes',
  minimal: 'minimal, few elements, generous empty space, soft light',
  watercolor: 'a watercolour painting on textured paper, soft edges',
  flat: 'flat vector shapes, even colours, no gradients',
  '3d': 'a soft three-dimensional render, rounded shapes, studio light',
  vintage: 'a vintage print, muted colours, light grain',
  bold: 'bold geometric shapes, strong contrast, saturated colours',
  pastel: 'pastel colours, gentle light, airy',
  'line-art': 'fine line art on a plain ground',
};

const NO_TEXT = 'No text, letters, numbers, logos, signatures or watermarks anywhere.';

const inWords = (style: string): string => TREATMENTS[style.toLowerCase()] ?? style;

const inBrand = ({ palette, tone }: BrandLook): string =>
  `Colours: mainly ${palette.primary} and ${palette.secondary}, accents of ${palette.accent}, ` +
  `light areas near ${palette.background}. Mood: ${tone}.`;

/** The prompt for an image without text. */
export const heroPrompt = ({ kind, prompt, style, brand }: HeroImageSpec): string =>
  [
    prompt,
    `Style: ${inWords(style)}.`,
    ...(kind === 'hero' ? [inBrand(brand)] : []),
    'Keep what matters near the centre; the edges may be cut.',
    NO_TEXT,
  ].join('\n');

/** The prompt for the background of a banner, or for the setting around the attached image of a product. */
export function backgroundPrompt(
  { brand }: BannerImageSpec,
  { prompt, style }: NonNullable<BannerImageSpec['background']>,
  isStaged: boolean,
): string {
  return [
    `${isStaged ? 'The setting of a product photograph' : 'The background of an advertisement'}: ${prompt}`,
    ...(style ? [`Style: ${inWords(style)}.`] : []),
    inBrand(brand),
    ...(isStaged
      ? [
          'The attached image shows the product at its place. Paint the surface below it, the space behind it and its shadow.',
          'Keep the product exactly as it is: shape, colours, labels, size and place. Show no second one.',
        ]
      : ['Leave large calm areas: text and product photographs are placed on it later.', 'Show no products.']),
    NO_TEXT,
  ].join('\n');
}

const REJECTED = {
  letters: 'An earlier image was rejected because words stood in it. Leave out everything with words.',
  faces: 'An earlier image was rejected because its edge cut a face. Show every face whole, away from the edges.',
  product: 'An earlier image was rejected because it changed the product. Leave its pixels as they are.',
} as const;

/** The prompt of a call that is repeated. */
export const promptAgain = (prompt: string, reasons: Iterable<keyof typeof REJECTED>): string =>
  [prompt, ...[...new Set(reasons)].map((reason) => REJECTED[reason])].join('\n');
