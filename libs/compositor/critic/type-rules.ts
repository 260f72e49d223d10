import { contrastOfColours, requiredContrast } from '../colour/contrast.js';
import type { Scene, TextElement, TextRole } from '../layout/types.js';
import { gapBetween } from './boxes.js';
import { leadOf, productsIn, sizeOf, textsIn } from './scene.js';
import { atLeast, atMost, type Figure } from './types.js';

/** Smallest readable sizes in CSS pixels. */
const SMALLEST: Readonly<Record<TextRole, number>> = {
  headline: 12,
  offer: 12,
  subheadline: 10,
  callToAction: 14,
  legal: 8,
  title: 11,
  price: 11,
  compareAtPrice: 10,
  eyebrow: 9,
  badge: 9,
};

const ratio = (
  name: string,
  parts: readonly [number | null | undefined, number | null | undefined],
  check: typeof atLeast,
  limit: number,
): Figure | null => {
  const [of, to] = parts;
  return of && to ? check({ name, value: of / to, limit, hard: true }) : null;
};

const leadSize = (scene: Scene): number | undefined => leadOf(scene)?.block.size;

/** The leading text against the subheadline. */
export const typeScale = (scene: Scene): Figure | null =>
  ratio('typeScale', [leadSize(scene), sizeOf(scene, 'subheadline')], atLeast, 2);

/** The button's words against the leading text. */
export const buttonScale = (scene: Scene): Figure | null =>
  ratio('buttonScale', [sizeOf(scene, 'callToAction'), leadSize(scene)], atMost, 0.6);

/** The legal line against the subheadline. */
export const legalScale = (scene: Scene): Figure | null =>
  ratio('legalScale', [sizeOf(scene, 'legal'), sizeOf(scene, 'subheadline')], atMost, 0.6);

/** The largest price against the leading text. */
export const priceScale = (scene: Scene): Figure | null =>
  ratio('priceScale', [sizeOf(scene, 'price'), leadSize(scene)], atMost, 1);

/**
 * A title against the price of the same product, where it is the largest. The name on the tile of a grid's product
 * without an image stands for the image.
 */
export function titleScale(scene: Scene): Figure | null {
  const texts = textsIn(scene).filter((text) => !scene.cells || !isName(scene, text));
  const ratios = texts.flatMap(({ role, index, block }) => {
    const price = role === 'title' && texts.find((other) => other.role === 'price' && other.index === index);
    return price ? [block.size / price.block.size] : [];
  });
  return ratios.length > 0 ? atMost({ name: 'titleScale', value: Math.max(...ratios), limit: 1, hard: true }) : null;
}

const isName = (scene: Scene, { role, index }: TextElement): boolean =>
  role === 'title' && !productsIn(scene).some((product) => product.index === index);

/** The share of the height that is left below the legal line. */
export function legalFoot(scene: Scene): Figure | null {
  const legal = textsIn(scene).find(({ role }) => role === 'legal');
  if (!legal) return null;
  const value = (scene.height - legal.box.y - legal.box.height) / scene.height;
  return atMost({ name: 'legalFoot', value, limit: 0.2, hard: true });
}

/** Texts and buttons that begin below the end of the legal line, in its own column. */
export function belowLegal(scene: Scene): Figure | null {
  const legal = textsIn(scene).find(({ role }) => role === 'legal');
  if (!legal) return null;
  const foot = legal.box.y + legal.box.height;
  const inColumn = { ...legal.box, y: 0, height: scene.height };
  const value = scene.elements.filter(
    (element) =>
      (element.kind === 'text' || element.kind === 'button') &&
      element.box.y >= foot &&
      gapBetween(element.box, inColumn) < 0,
  ).length;
  return atMost({ name: 'belowLegal', value, limit: 0, hard: true });
}

/** Sizes within 8 % of each other look the same. */
const SAME = 1.08;

/** Different sizes of type beside headline and offer. */
export function typeSizes(scene: Scene): Figure {
  const sizes = textsIn(scene)
    .filter(({ role }) => role !== 'headline' && role !== 'offer')
    .map(({ block }) => block.size)
    .toSorted((a, b) => a - b);
  let value = 0;
  let first = 0;
  for (const size of sizes) {
    if (size <= first * SAME) continue;
    first = size;
    value += 1;
  }
  return atMost({ name: 'typeSizes', value, limit: 3, hard: false });
}

/** The smallest text as it is shown, against the smallest readable size of its role. */
export function readableSize(scene: Scene): Figure | null {
  const shares = textsIn(scene).map(({ role, block }) => block.size / scene.density / SMALLEST[role]);
  return shares.length > 0 ? atLeast({ name: 'readableSize', value: Math.min(...shares), limit: 1, hard: true }) : null;
}

/**
 * The contrast of the text that is nearest to its limit. Texts on a photograph are left out: their contrast is measured
 * on the finished pixels.
 */
export function contrast(scene: Scene): Figure | null {
  const known = textsIn(scene)
    .filter(({ ground }) => ground !== 'photo')
    .map(({ colour, ground, block }) => ({
      value: contrastOfColours(colour, ground),
      limit: requiredContrast(block.size / scene.density, block.face.bold),
    }));
  const worst = known.toSorted((a, b) => a.value / a.limit - b.value / b.limit)[0];
  return worst ? atLeast({ name: 'contrast', ...worst, hard: true }) : null;
}
