import { artMatches } from '../art/local-art.js';
import { CompositionError } from '../composition-error.js';
import { FAMILIES } from '../families/index.js';
import type { Family } from '../families/types.js';
import { makeCountdown } from '../countdown/make.js';
import { endInWords } from '../countdown/words.js';
import { encodeImage } from '../image/encode.js';
import { mostBytesOf, mostCountdownBytesOf } from '../image/limits.js';
import { candidatesFor } from '../layout/candidates.js';
import { type Content, type Crowding, CROWDING_LEVELS } from '../layout/content.js';
import { smallestSizes } from '../layout/type-scale.js';
import type { Scene } from '../layout/types.js';
import type { Assets } from '../paint/assets.js';
import { type Candidate, criticOf, firstLegible, type Served } from '../paint/first-legible.js';
import type { PaintedScene } from '../paint/paint-scene.js';
import type { Matched } from '../prompt/types.js';
import { seenWidth } from '../shown.js';
import { type ComposedImage, TEXT_ROLES } from '../types.js';
import { prepare } from './content.js';
import { type BannerLayers, type BannerProduct, type BannerSpec, MAX_BANNER_PRODUCTS } from './types.js';

/** A banner, the family that it was laid out by, and what the critic says of it. */
export interface ComposedBanner extends ComposedImage {
  /** Of a countdown, whose format is `gif`, they are for `countdownGif`: it makes the file as it is seen at a time. */
  readonly bytes: Buffer;
  /** The size of the file, and of a countdown's largest one. */
  readonly fileBytes: number;
  readonly family: string;
  /** 0..100; 0 if a hard rule is broken. */
  readonly score: number;
  /** The critic's figures by the names of its rules. */
  readonly critic: Readonly<Record<string, number>>;
  /** The hard rules that every candidate broke. */
  readonly violations: readonly string[];
  /** What a drawn background has of its prompt; null where none is shown. */
  readonly matched: Matched | null;
}

/** A layout, and what its content gave up for it. */
export interface BannerCandidate extends Candidate {
  readonly crowding: Crowding;
}

/**
 * Lays out an offer and its images in several families and draws the best layout. Text is shaped and broken for its
 * script, as large as its area allows, and never cut. Its contrast is measured on the finished pixels; a layout that
 * fails there gives way to the next. Deterministic.
 *
 * @throws CompositionError `text_does_not_fit` and `text_not_drawable` with `place` = the field; `too_many_products`;
 * those of `inspectImage` with `place` = `background`, `logo` or `products/0`
 */
export async function composeBanner(spec: BannerSpec, layers: BannerLayers = {}): Promise<ComposedBanner> {
  const [banner] = await composeBanners(spec, layers, 1);
  if (!banner) throw new Error('a banner has at least one candidate');
  return banner;
}

/**
 * The layouts of different families that suit the content best, by their score, best first; where the content fits too
 * few of them, other grounds of the same family. A family that is asked for comes first, unless it breaks a hard rule
 * where another does not.
 * Throws as `composeBanner`.
 */
export async function composeBanners(
  spec: BannerSpec,
  layers: BannerLayers,
  variants: number,
): Promise<ComposedBanner[]> {
  const given = layers.products ?? [];
  if (given.length > MAX_BANNER_PRODUCTS) {
    const detail = `A banner takes ${MAX_BANNER_PRODUCTS} products at most.`;
    throw new CompositionError('too_many_products', detail, 'products');
  }
  const { content, assets } = await prepare(spec, layers);
  const composed: ComposedBanner[] = [];
  let left = scenesFor(spec, content, variants);
  const families = new Set<string>();
  // One after the other, because each needs some megabytes of pixels.
  while (composed.length < variants && left.length > 0) {
    const others = left.filter(({ scene }) => !families.has(scene.family));
    const served = await firstLegible(others.length > 0 ? others : left, assets);
    families.add(served.scene.family);
    left = left.filter(({ scene }) => scene !== served.scene);
    composed.push(await finished(spec, layers, assets, served));
  }
  return spec.family === undefined ? composed.toSorted((a, b) => b.score - a.score) : composed;
}

async function finished(spec: BannerSpec, layers: BannerLayers, assets: Assets, { scene, verdict, painted }: Served) {
  return {
    ...(await fileOf(spec, scene, painted)),
    altText: bannerAltText(spec, layers.products),
    overlays: inReadingOrder(painted.overlays),
    products: (layers.products ?? []).map(({ title }, index) => ({ title, box: boxOf(scene, index) })),
    scrim: Math.max(0, ...scene.elements.map((element) => (element.kind === 'photo' ? element.veil : 0))),
    family: scene.family,
    score: verdict.score,
    critic: criticOf(verdict, painted),
    violations: verdict.violations.map(({ name }) => name),
    matched: matchedIn(scene, assets),
  };
}

async function fileOf(spec: BannerSpec, { elements }: Scene, { image }: PaintedScene) {
  const width = seenWidth(spec);
  const element = elements.find(({ kind }) => kind === 'countdown');
  if (spec.countdown && element?.kind === 'countdown') {
    const limits = { endsAt: spec.countdown.endsAt, mostBytes: mostCountdownBytesOf(width) };
    const { bytes, gifBytes } = await makeCountdown(image, element, limits);
    return { bytes, fileBytes: gifBytes, format: 'gif' as const, width: image.width, height: image.height };
  }
  const encoded = await encodeImage(image, spec.format, mostBytesOf(width));
  return { ...encoded, fileBytes: encoded.bytes.length };
}

function matchedIn({ elements }: Scene, { background }: Assets): Matched | null {
  if (!background || 'pixels' in background) return null;
  return elements.some(({ kind }) => kind === 'photo') ? artMatches(background.prompt) : null;
}

/**
 * The layouts of the family that is asked for, and where none of them keeps every hard rule, of all families; each with
 * air and then without. Those with the fewest broken rules, the best first.
 */
export function scenesFor(spec: BannerSpec, content: Content, variants: number): BannerCandidate[] {
  const wanted = FAMILIES.filter(({ name }) => name === spec.family);
  const candidates = (families: readonly Family[], crowding: Crowding): BannerCandidate[] => {
    const crowded = { ...content, crowding, logo: crowding === 'compact' ? null : content.logo };
    const wish = { palette: spec.brand.palette, seed: spec.seed ?? 0, families };
    return candidatesFor(crowded, wish).map((candidate) => ({ ...candidate, crowding }));
  };
  const tries = [
    { families: wanted, crowding: 'none' },
    { families: wanted, crowding: 'dense' },
    ...CROWDING_LEVELS.map((crowding) => ({ families: FAMILIES, crowding })),
  ] as const;
  let best: BannerCandidate[] = [];
  for (const { families, crowding } of tries) {
    const scenes = candidates(families, crowding);
    if (brokenIn(scenes) < brokenIn(best)) best = scenes;
    if (brokenIn(best) === 0) break;
  }
  const [first] = best;
  if (!first || hidesProduct(first)) throw doesNotFit(content);
  if (variants === 1 || best.some(({ scene }) => scene.family !== spec.family)) return best;
  const others = FAMILIES.filter(({ name }) => name !== spec.family);
  return [...best, ...candidates(others, first.crowding)];
}

const brokenIn = ([best]: readonly BannerCandidate[]): number => best?.verdict.violations.length ?? Infinity;

/** The texts leave the only product less room than a layout may give to it. */
const hidesProduct = ({ verdict }: BannerCandidate): boolean =>
  verdict.violations.some(({ name }) => name === 'productShare');

const inReadingOrder = (overlays: PaintedScene['overlays']) =>
  overlays.toSorted((a, b) => TEXT_ROLES.indexOf(a.role) - TEXT_ROLES.indexOf(b.role));

function boxOf({ elements, width, height }: Scene, index: number) {
  const found = elements.find((element) => element.kind === 'product' && element.index === index);
  return found?.kind === 'product' ? found.box : { x: 0, y: 0, width, height };
}

/** The error names the text that is the longest for its place. */
function doesNotFit(content: Content): CompositionError {
  const { texts, width, height } = content;
  const least = smallestSizes(content);
  const lengths = [
    ['headline', texts.headline.text.length * least.headline ** 2],
    ['subheadline', (texts.subheadline?.text.length ?? 0) * least.subheadline ** 2],
    ['callToAction', (texts.callToAction?.text.length ?? 0) * least.button ** 2],
    ['legal', (texts.legal?.text.length ?? 0) * least.legal ** 2],
    ['badge', (texts.badge?.text.length ?? 0) * least.caption ** 2],
    ['countdown/ended', (texts.countdown?.ended.text.length ?? 0) * least.subheadline ** 2],
  ] as const;
  const [longest] = lengths.toSorted((a, b) => b[1] - a[1]);
  const beside = content.products.length > 0 ? ' beside its products' : '';
  const detail = `The text does not fit ${width} x ${height} pixels${beside} at a legible size.`;
  return new CompositionError('text_does_not_fit', detail, longest?.[0] ?? 'headline');
}

type Words = Pick<BannerSpec, 'badge' | 'headline' | 'offer' | 'subheadline' | 'callToAction' | 'legal' | 'countdown'>;

/** The offer word for word, then the products. */
export function bannerAltText(spec: Words, products: readonly Omit<BannerProduct, 'image'>[] = []): string {
  const { countdown } = spec;
  const end = countdown && endInWords(countdown.endsAt, countdown.language);
  const said = [spec.badge, spec.headline, spec.offer, spec.subheadline, end, spec.callToAction, spec.legal];
  const shown = products.map(({ title, price }) => (price ? `${title}, ${price}` : title));
  return [...said, ...shown]
    .map((part) => part?.replaceAll(/\s+/gu, ' ').trim() ?? '')
    .filter((part) => part !== '')
    .map((part) => (/[\p{P}]$/u.test(part) ? part : `${part}.`))
    .join(' ');
}
