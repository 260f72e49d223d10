import type { CountdownContent } from '../countdown/layout.js';
import { unitWords } from '../countdown/words.js';
import { knownFocus } from '../faces/known-focus.js';
import { at } from '../image/at.js';
import { openDecoded } from '../image/open.js';
import type { Content, PhotoContent, ProductContent, TextContent } from '../layout/content.js';
import { offerContent } from '../layout/offer.js';
import type { Assets } from '../paint/assets.js';
import { luminanceOf } from '../product/luminance.js';
import { prepareGiven, prepareProduct, prepareSetting } from '../product/prepare.js';
import type { ProductImage } from '../product/types.js';
import { densityOf } from '../shown.js';
import { eyebrowFaceFor, type Typeface, typefaceFor } from '../text/typeface.js';
import type { BrandKit } from '../types.js';
import type { BannerLayers, BannerProduct, BannerSpec, CountdownSpec } from './types.js';

export interface Prepared {
  readonly content: Content;
  readonly assets: Assets;
}

/** Opens the images and shapes the texts of a banner. */
export async function prepare(spec: BannerSpec, layers: BannerLayers): Promise<Prepared> {
  const { brand } = spec;
  const given = layers.products ?? [];
  const products = await Promise.all(given.map(async (product, index) => at(`products/${index}`, preparedOf(product))));
  const logo = brand.logo && (await at('logo', prepareProduct(brand.logo)));
  const background = await backgroundOf(spec, layers);
  const photo = background && (await photoContent(background, layers));
  return arranged(spec, { given, products, logo, background, photo });
}

/** Opened images, and what is said of the products. */
export interface Opened extends Pick<Assets, 'logo' | 'background'> {
  readonly products: readonly ProductImage[];
  readonly given: readonly Omit<BannerProduct, 'image'>[];
  readonly photo: PhotoContent | null;
}

/** Shapes the texts of a banner whose images are open. */
export function arranged(spec: BannerSpec, { given, products, logo, background, photo }: Opened): Prepared {
  const { brand, width, height, seed = 0 } = spec;
  const content: Content = {
    width,
    height,
    density: densityOf(spec),
    texts: textsOf(spec),
    products: products.map((product, index) => productContent(spec, given[index], product, index)),
    photo,
    logo: logo && { aspect: logo.pixels.width / logo.pixels.height, luminance: luminanceOf(logo) },
    cornerRadius: (brand.cornerRadius * Math.min(width, height * 2)) / 600,
    loud: brand.tone === 'bold',
    crowding: 'none',
  };
  return { content, assets: { brand, products, logo, background, seed } };
}

async function backgroundOf(
  { format, countdown }: BannerSpec,
  { background, products = [] }: BannerLayers,
): Promise<Assets['background']> {
  if (background instanceof Uint8Array) return at('background', openDecoded(background));
  // A drawing behind real products would claim a setting that they do not have.
  if (!background || products.length > 0) return null;
  return { ...background, texture: format !== 'png' && !countdown };
}

const preparedOf = (product: BannerProduct): Promise<ProductImage> =>
  product.setting ? prepareSetting(product.setting.image, product.setting.subject) : prepareGiven(product);

/** @throws CompositionError `text_not_drawable` */
function textsOf(spec: BannerSpec): TextContent {
  const { heading, body } = spec.brand.fonts;
  const face = (role: 'subheadline' | 'callToAction' | 'legal', bold: boolean): Typeface | null => {
    const text = spec[role];
    return text?.trim() ? typefaceFor(text, body, bold, role) : null;
  };
  return {
    headline: typefaceFor(spec.headline, heading, true, 'headline'),
    subheadline: face('subheadline', false),
    callToAction: face('callToAction', true),
    legal: face('legal', false),
    badge: spec.badge?.trim() ? eyebrowFaceFor(spec.badge, body, 'badge') : null,
    offer: spec.offer?.trim() ? offerContent(spec.offer, heading) : null,
    countdown: spec.countdown ? countdownContent(spec.countdown, spec.brand) : null,
  };
}

function countdownContent({ ended, language }: CountdownSpec, { fonts }: BrandKit): CountdownContent {
  return {
    digits: typefaceFor('0123456789', fonts.body, true, 'countdown'),
    units: unitWords(language).map((word) => typefaceFor(word, fonts.body, false, 'countdown/language')),
    ended: typefaceFor(ended, fonts.heading, true, 'countdown/ended'),
  };
}

function productContent(
  { brand }: BannerSpec,
  given: Omit<BannerProduct, 'image'> | undefined,
  image: ProductImage,
  index: number,
): ProductContent {
  const face = (text: string | undefined, bold: boolean): Typeface | null =>
    text?.trim() ? typefaceFor(text, brand.fonts.body, bold, `products/${index}`) : null;
  const price = face(given?.price, true);
  return {
    form: image.form,
    studio: image.ground,
    cutFromWhite: image.source === 'flood',
    aspect: image.pixels.width / image.pixels.height,
    luminance: luminanceOf(image),
    title: typefaceFor(given?.title ?? '', brand.fonts.body, false, `products/${index}`),
    price,
    compareAtPrice: price && face(given?.compareAtPrice, false),
    ...(image.faces.length > 0 && { withFaces: image }),
  };
}

async function photoContent(
  opened: NonNullable<Assets['background']>,
  { background }: BannerLayers,
): Promise<PhotoContent> {
  const whole = { x: 0, y: 0, width: 1, height: 1 };
  if (!('pixels' in opened) || !(background instanceof Uint8Array)) return { size: null, focus: whole, faces: [] };
  const { width, height } = opened;
  const { subject, faces } = await at('background', knownFocus(background, opened));
  return { size: { width, height }, focus: subject, faces };
}
