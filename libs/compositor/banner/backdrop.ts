import { drawLocalArt } from '../art/local-art.js';
import { fitImage, salientBox } from '../image/fit.js';
import type { Box, RawImage, Tone } from '../types.js';
import type { Arrangement } from './arrangement.js';
import { at } from '../image/at.js';
import type { BannerLayers, BannerSpec } from './types.js';

/** The style of a drawn background that names no style, by the brand's tone. */
const TREATMENT_OF_TONE: Readonly<Record<Tone, string>> = {
  calm: 'flat',
  playful: 'pastel',
  elegant: 'minimal',
  bold: 'bold',
};

/** Whether the subject of a background file is where the text would go. */
export async function textSideIsBusy({ background }: BannerLayers, rightToLeft: boolean): Promise<boolean> {
  if (!(background instanceof Uint8Array)) return false;
  const { x, width } = await at('background', salientBox(background));
  const middle = x + width / 2;
  return rightToLeft ? middle > 0.6 : middle < 0.4;
}

/** The background in the size of the banner. If it is drawn, its subject is placed where no text is. */
export async function backdrop(spec: BannerSpec, layers: BannerLayers, plan: Arrangement): Promise<RawImage> {
  const { width, height, brand, seed = 0 } = spec;
  const { background } = layers;
  if (background instanceof Uint8Array) return at('background', fitImage(background, width, height));
  const style = background?.style ?? TREATMENT_OF_TONE[brand.tone];
  const prompt = background?.prompt ?? '';
  return drawLocalArt({ prompt, style, palette: brand.palette, width, height, seed, subject: freeBox(spec, plan) });
}

/** The area that the text leaves free, in fractions of the banner. */
function freeBox({ width, height }: BannerSpec, { form, align, text, products }: Arrangement): Box {
  if (products) {
    return {
      x: products.x / width,
      y: products.y / height,
      width: products.width / width,
      height: products.height / height,
    };
  }
  if (form === 'stack' || align === 'center') return { x: 0.1, y: 0.3, width: 0.8, height: 0.7 };
  const left = text.x + text.width / 2 > width / 2;
  const share = Math.max(0.24, 1 - (text.width + text.x) / width);
  return left ? { x: 0, y: 0.06, width: share, height: 0.88 } : { x: 1 - share, y: 0.06, width: share, height: 0.88 };
}
