import type { Family, GroundRole } from '../families/types.js';
import { seedOf } from '../art/random.js';
import { better, judge } from '../critic/judge.js';
import { shownFigures } from '../critic/shown-rules.js';
import type { Candidate } from '../paint/first-legible.js';
import type { Typeface } from '../text/typeface.js';
import type { Palette } from '../types.js';
import { bestCandidates } from './best-candidates.js';
import { shapeOf } from './boxes.js';
import type { Content } from './content.js';
import { layOut, type LayoutWish } from './lay-out.js';
import { whiteGroundOf } from './shared-ground.js';
import { smallestSizes } from './type-scale.js';
import type { Scene, TextRole } from './types.js';

export interface CandidateWish {
  readonly families: readonly Family[];
  readonly palette: Palette;
  /** Another number prefers other families. */
  readonly seed: number;
}

/** Scenes of different families, the best first. Geometry only, so that many cost little. */
export function candidatesFor(content: Content, { families, palette, seed }: CandidateWish): Candidate[] {
  if (isHopeless(content)) return [];
  const ranked = families
    .filter((family) => takes(family, content))
    .map((family) => ({ family, rank: rankOf(family, content, seed) }));
  return bestCandidates(ranked, (family, turn) => {
    const ground = groundAt(family, content, turn);
    const scene = ground && sceneOf(content, { family, ground, palette });
    if (!scene || (family.takes.formerPrice === 'must' && !shows(scene, 'compareAtPrice'))) return null;
    return { scene, verdict: judge(scene, palette, shownFigures(scene, content)) };
  });
}

/** A photograph with faces is tried on both sides: on one of them, words may be beside the faces. */
function sceneOf(content: Content, wish: Omit<LayoutWish, 'mirrored'>): Scene | null {
  const scene = layOut(content, { ...wish, mirrored: false });
  if (!scene || !content.photo?.faces.length) return scene;
  const verdict = judge(scene, wish.palette);
  if (!verdict.violations.some(({ name }) => name === 'facesCovered' || name === 'facesCut')) return scene;
  const mirrored = layOut(content, { ...wish, mirrored: true });
  return mirrored && better(judge(mirrored, wish.palette), verdict) < 0 ? mirrored : scene;
}

/** A letter takes at least this share of the square of its size; a text of many pages need not be tried. */
const LEAST_LETTER = 0.28;

function isHopeless(content: Content): boolean {
  const { texts, width, height } = content;
  const least = smallestSizes(content);
  const area = (face: Typeface | null, size: number) => (face?.text.length ?? 0) * size ** 2 * LEAST_LETTER;
  const sum =
    area(texts.headline, least.headline) +
    area(texts.subheadline, least.subheadline) +
    area(texts.callToAction, least.button) +
    area(texts.legal, least.legal);
  return sum > width * height;
}

/** A bold brand is shown on its own background first; a white photograph beside other products needs a white one. */
function groundAt({ grounds }: Family, content: Content, turn: number): GroundRole | undefined {
  if (whiteGroundOf(content)) return turn === 0 ? 'background' : undefined;
  const order = content.loud && grounds.includes('background') ? ['background' as const, ...grounds] : grounds;
  return [...new Set(order)][turn];
}

function takes({ takes: { products, scenes, photo, offer, formerPrice } }: Family, content: Content): boolean {
  const count = content.products.length;
  if (count < products[0] || count > products[1]) return false;
  if (scenes === 'never' && content.products.some(({ form }) => form === 'scene')) return false;
  if (photo === 'must' ? !content.photo : photo === 'never' && content.photo) return false;
  if (offer === 'must' && !content.texts.offer) return false;
  return formerPrice !== 'must' || hasFormerPrice(content);
}

/** How well a family suits what there is to show; a little chance by the words, so that brands vary. */
function rankOf(family: Family, content: Content, seed: number): number {
  const { name, takes: wants, best } = family;
  const count = content.products.length;
  const chance = (seedOf(name, content.texts.headline.text, seed) % 1000) / 1000;
  return (
    (best && count >= best[0] && count <= best[1] ? 1.4 : 0) +
    (wants.offer === 'must' ? 3 : 0) +
    (wants.formerPrice === 'must' ? 2 : 0) +
    (wants.photo === 'must' ? 2 : 0) -
    (hidesFormerPrice(family, content) ? HIDES_FORMER_PRICE : 0) +
    chance
  );
}

/** More than a family can have for it: a lower price that nobody sees is no offer. */
const HIDES_FORMER_PRICE = 5;

const hidesFormerPrice = ({ shapes }: Family, content: Content): boolean =>
  shapes[shapeOf(content)].images?.captions === 'none' && hasFormerPrice(content);

const hasFormerPrice = ({ products }: Content): boolean =>
  products.some(({ compareAtPrice }) => compareAtPrice !== null);

const shows = ({ elements }: Pick<Scene, 'elements'>, role: TextRole): boolean =>
  elements.some((one) => one.kind === 'text' && one.role === role);
