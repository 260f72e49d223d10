import { createCanvas, ImageData, type SKRSContext2D } from '@napi-rs/canvas';
import { contrastOfColours, readableOn } from '../colour/contrast.js';
import { hexOf, mix } from '../colour/rgb.js';
import { CompositionError } from '../composition-error.js';
import { at } from '../image/at.js';
import { encodeImage } from '../image/encode.js';
import { type OpenImage, openImage, toRaw } from '../image/open.js';
import { groundOf } from '../image/ground.js';
import { mostBytesOf } from '../image/limits.js';
import { paste } from '../image/paste.js';
import { densityOf } from '../shown.js';
import { drawText } from '../text/draw.js';
import type { Box, BrandKit, ComposedImage, RawImage } from '../types.js';
import { type Arrangement, arrangementsFor } from './arrangement.js';
import { backdrop, textSideIsBusy } from './backdrop.js';
import { type Card, type CardContent, cardContents, layOutCards, paintCard, scaledTo, wordColour } from './cards.js';
import { type ColouredText, overlaysOf, paintScrim, placeOf } from './legible.js';
import { type BannerFaces, doesNotFit, facesFor, layOutTexts, type PlacedText, type TextLayout } from './texts.js';
import { type BannerLayers, type BannerSpec, MAX_BANNER_PRODUCTS } from './types.js';

interface Layout {
  readonly plan: Arrangement;
  readonly texts: TextLayout;
  readonly cards: readonly Card[];
}

/**
 * Draws the text of an offer and product images on a background. Text is shaped and broken for its script, as large as
 * its box allows, and never cut. The scrim behind it is as light as legibility allows. Deterministic.
 *
 * @throws CompositionError `text_does_not_fit` and `text_not_drawable` with `place` = the field; `too_many_products`;
 * those of `inspectImage` with `place` = `background`, `logo` or `products/0`
 */
export async function composeBanner(spec: BannerSpec, layers: BannerLayers = {}): Promise<ComposedImage> {
  const { brand, format } = spec;
  const products = layers.products ?? [];
  if (products.length > MAX_BANNER_PRODUCTS) {
    throw new CompositionError(
      'too_many_products',
      `A banner takes ${MAX_BANNER_PRODUCTS} products at most.`,
      'products',
    );
  }
  const faces = facesFor(spec);
  const [contents, logo, mirrored] = await Promise.all([
    cardContents(products, brand),
    brand.logo && at('logo', openImage(brand.logo)),
    textSideIsBusy(layers, faces.headline.direction === 'rtl'),
  ]);
  const layout = layOut(spec, faces, contents, logo, mirrored && products.length === 0);
  const [ground, images, mark] = await Promise.all([
    backdrop(spec, layers, layout.plan),
    Promise.all(
      contents.map(async (content, index) => scaledTo(content, layout.cards[index]?.image ?? layout.plan.text)),
    ),
    logo && layout.texts.logo && logoIn(logo, layout.texts.logo),
  ]);
  const painted = paint(spec, layout, ground, images, mark);
  const encoded = await encodeImage(painted.image, format, mostBytesOf(spec.width));
  return {
    ...encoded,
    altText: bannerAltText(spec, layers),
    overlays: painted.overlays,
    products: products.map(({ title }, index) => ({ title, box: layout.cards[index]?.image ?? layout.plan.text })),
    scrim: painted.scrim,
  };
}

/** The first arrangement in which everything fits. The logo is dropped before the text gets too small. */
function layOut(
  spec: BannerSpec,
  faces: BannerFaces,
  contents: readonly CardContent[],
  logo: OpenImage | null,
  mirrored: boolean,
): Layout {
  const { width, height, brand } = spec;
  const wish = {
    width,
    height,
    products: contents.length,
    direction: faces.headline.direction,
    tone: brand.tone,
    mirrored,
    density: densityOf(spec),
  };
  const plans = arrangementsFor(wish);
  const logos = logo && height >= 160 && width >= 160 ? [logo.width / logo.height, null] : [null];
  for (const shape of logos) {
    for (const plan of plans) {
      const texts = layOutTexts(faces, plan, shape);
      if (texts) {
        const cardRadius = radiusOf(spec) * 1.4;
        const cards = plan.products ? layOutCards(contents, plan.products, cardRadius, plan.density) : [];
        return { plan, texts, cards };
      }
    }
  }
  throw doesNotFit(faces, spec);
}

/** The brand's radius refers to an image width of 600 pixels. In a low banner, twice its height counts as its width. */
const radiusOf = ({ width, height, brand }: BannerSpec): number =>
  (brand.cornerRadius * Math.min(width, height * 2)) / 600;

const logoIn = async (logo: OpenImage, { width, height }: Box): Promise<RawImage> =>
  toRaw(logo.pixels().resize(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)), { fit: 'fill' }));

function paint(
  spec: BannerSpec,
  { plan, texts, cards }: Layout,
  ground: RawImage,
  images: readonly RawImage[],
  logo: RawImage | null,
) {
  const { width, height, brand } = spec;
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext('2d');
  ctx.putImageData(
    new ImageData(new Uint8ClampedArray(ground.data.buffer, ground.data.byteOffset, ground.data.length), width, height),
    0,
    0,
  );
  const free = texts.texts.filter(({ role }) => role !== 'callToAction');
  const scrim = paintScrim(ctx, plan, free, brand.palette);
  const words: ColouredText[] = free.map((text) => ({ text, colour: scrim.textColour }));
  cards.forEach((card, index) => {
    const image = images[index];
    if (image) words.push(...cardWords(ctx, card, image, brand));
  });
  if (logo && texts.logo) paste(ctx, logo, { x: Math.round(texts.logo.x), y: Math.round(texts.logo.y) });
  const label = texts.texts.find(({ role }) => role === 'callToAction');
  if (texts.button && label) words.push({ text: label, colour: paintButton(ctx, texts.button, spec) });
  const overlays = overlaysOf(ctx, words, plan.density);
  for (const { text, colour } of words) drawText(ctx, text.block, placeOf(text), colour);
  return { image: { width, height, data: canvas.data() }, overlays, scrim: scrim.alpha };
}

function cardWords(ctx: SKRSContext2D, card: Card, image: RawImage, brand: BrandKit): ColouredText[] {
  const ground = groundOf(image);
  paintCard(ctx, card, image, ground);
  const colour = wordColour(ground, brand);
  const { x, width } = card.caption;
  let y = card.caption.y;
  const words: ColouredText[] = [];
  for (const role of ['title', 'price'] as const) {
    const block = card[role];
    if (!block) continue;
    const text: PlacedText = { role, block, align: 'center', frame: { x, width }, y: y + block.ascent };
    words.push({ text, colour });
    y += block.height + block.size * 0.55;
  }
  return words;
}

/** The button has the brand's accent unless that is hardly visible on the ground. Returns the colour of its label. */
function paintButton(ctx: SKRSContext2D, box: Box, spec: BannerSpec): string {
  const { accent, primary, background, text } = spec.brand.palette;
  const below = pixelAt(ctx, box);
  const fills = [accent, primary, background, text, '#ffffff', '#111111'];
  const chosen = fills.find((colour) => contrastOfColours(colour, below) >= 1.9) ?? '#111111';
  const { fill, words } = buttonColours(chosen, [background, text]);
  ctx.fillStyle = fill;
  ctx.beginPath();
  ctx.roundRect(box.x, box.y, box.width, box.height, Math.min(radiusOf(spec) * 1.6, box.height / 2));
  ctx.fill();
  return words;
}

function pixelAt(ctx: SKRSContext2D, box: Box): string {
  const [r = 0, g = 0, b = 0] = ctx.getImageData(
    Math.max(0, Math.round(box.x)),
    Math.max(0, Math.round(box.y)),
    1,
    1,
  ).data;
  return hexOf({ r, g, b });
}

/** The contrast of every label, large ones included; a little above 4.5, because encoders change colours. */
const LABEL_CONTRAST = 4.5 * 1.03;

/** Prefers white text on a slightly darker shade of the colour: black on a strong colour looks like an error. */
function buttonColours(colour: string, others: readonly string[]): { fill: string; words: string } {
  const shades = [0, 0.06, 0.12, 0.18].map((share) => mix(colour, '#000000', share));
  const fill = shades.find((shade) => contrastOfColours(shade, '#ffffff') >= LABEL_CONTRAST);
  return fill ? { fill, words: '#ffffff' } : { fill: colour, words: readableOn(colour, others, LABEL_CONTRAST) };
}

/** The offer word for word: headline, subheadline, call to action, legal line and products. */
export function bannerAltText(spec: BannerSpec, layers: BannerLayers = {}): string {
  const said = [spec.headline, spec.subheadline, spec.callToAction, spec.legal];
  const shown = (layers.products ?? []).map(({ title, price }) => (price ? `${title}, ${price}` : title));
  return [...said, ...shown]
    .map((part) => part?.replaceAll(/\s+/gu, ' ').trim() ?? '')
    .filter((part) => part !== '')
    .map((part) => (/[\p{P}]$/u.test(part) ? part : `${part}.`))
    .join(' ');
}
