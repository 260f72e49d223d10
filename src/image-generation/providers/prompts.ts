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

/** The prompt for the background of a banner. Undefined if the banner uses the brand's own treatment. */
export function backgroundPrompt({ background, products, brand }: BannerImageSpec): string | undefined {
  if (!background) return undefined;
  return [
    `The background of an advertisement: ${background.prompt}`,
    ...(background.style ? [`Style: ${inWords(background.style)}.`] : []),
    inBrand(brand),
    'Leave large calm areas: text and product photographs are placed on it later.',
    ...(products.length > 0
      ? ['The attached images show these products. Make a setting that suits them, and do not draw them.']
      : ['Show no products.']),
    NO_TEXT,
  ].join('\n');
}
