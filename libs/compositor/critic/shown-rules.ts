import { contrastOf, luminance } from '../colour/contrast.js';
import { rgbOf } from '../colour/rgb.js';
import type { Scene, SceneElement } from '../layout/types.js';
import { productsIn, textsIn } from './scene.js';
import { atLeast, atMost, type Figure } from './types.js';

/** What a scene was made of, as far as it decides how well it is seen. */
export interface ShownContent {
  readonly products: readonly (ShownProduct | null)[];
  readonly logo: { readonly luminance: number } | null;
}

export interface ShownProduct {
  /** Mean luminance of its opaque pixels, 0..1. */
  readonly luminance: number;
  /** It was cut from a white ground, so its soft edges may keep some white. */
  readonly cutFromWhite: boolean;
  /** Null if none was given. */
  readonly price: object | null;
  readonly compareAtPrice: object | null;
}

/** A ground on which a rest of white at the edge of a product is seen. */
const DARK = 0.15;

const contrastOn = (light: number, ground: string): number => contrastOf(light, luminance(rgbOf(ground)));

/** How well the content is seen in a scene, and whether all of its prices are. */
export const shownFigures = (scene: Scene, content: ShownContent): Figure[] =>
  [
    productSeen(scene, content),
    paleEdges(scene, content),
    logoSeen(scene, content),
    pricesShown(scene, content),
  ].filter((figure) => figure !== null);

const cutoutsIn = (scene: Scene, { products }: ShownContent) =>
  productsIn(scene).flatMap(({ form, index, ground }) => {
    const product = form === 'cutout' ? products[index] : null;
    return product ? [{ ground, product }] : [];
  });

/** The mean contrast of cut-outs with the ground below them; more than enough counts as enough. */
function productSeen(scene: Scene, content: ShownContent): Figure | null {
  const contrasts = cutoutsIn(scene, content).map(({ ground, product }) => contrastOn(product.luminance, ground));
  if (contrasts.length === 0) return null;
  const value = contrasts.reduce((sum, one) => sum + Math.min(SEEN, one), 0) / contrasts.length;
  return atLeast({ name: 'productSeen', value, limit: SEEN, hard: false });
}

/** The contrast from which on a product is seen well. */
const SEEN = 1.6;

/** The share of cut-outs whose edges may show a rest of white on a dark ground. */
function paleEdges(scene: Scene, content: ShownContent): Figure | null {
  const cutouts = cutoutsIn(scene, content);
  if (cutouts.length === 0) return null;
  const pale = cutouts.filter(({ ground, product }) => product.cutFromWhite && luminance(rgbOf(ground)) < DARK);
  return atMost({ name: 'paleEdges', value: pale.length / cutouts.length, limit: 0, hard: false });
}

/** The contrast of the logo with its ground. */
function logoSeen({ elements }: Scene, { logo }: ShownContent): Figure | null {
  const shown = elements.find((one): one is Extract<SceneElement, { kind: 'logo' }> => one.kind === 'logo');
  if (!logo || !shown) return null;
  return atLeast({ name: 'logoSeen', value: contrastOn(logo.luminance, shown.ground), limit: 2.5, hard: false });
}

/** The share of the given prices, present and former ones, that are shown. */
function pricesShown(scene: Scene, { products }: ShownContent): Figure | null {
  const given = products.flatMap((product) => [product?.price, product?.compareAtPrice].filter(Boolean)).length;
  if (given === 0) return null;
  const shown = textsIn(scene).filter(({ role }) => role === 'price' || role === 'compareAtPrice').length;
  return atLeast({ name: 'pricesShown', value: Math.min(1, shown / given), limit: 1, hard: false });
}
