import { seedOf } from '../art/random.js';
import { judge } from '../critic/judge.js';
import { type ShownContent, shownFigures } from '../critic/shown-rules.js';
import type { GroundRole } from '../families/types.js';
import type { GridFamily } from '../grid-families/types.js';
import { bestCandidates } from '../layout/best-candidates.js';
import type { Candidate } from '../paint/first-legible.js';
import type { Palette } from '../types.js';
import { cellsOf, type GridContent, whiteGroundOf } from './content.js';
import { type LaidOutGrid, layOutGrid } from './lay-out.js';

export type GridCandidate = Candidate & LaidOutGrid;

/** Grids of different families, the best first. Geometry only, so that many cost little. */
export function gridCandidates(
  content: GridContent,
  families: readonly GridFamily[],
  palette: Palette,
): GridCandidate[] {
  const ranked = families
    .filter((family) => takes(family, content))
    .map((family) => ({ family, rank: rankOf(family, content, palette) }));
  const shown = shownIn(content);
  return bestCandidates(ranked, (family, turn) => {
    const ground = groundAt(family, content, turn);
    if (!ground) return null;
    const laidOut = layOutGrid(content, { family, ground, palette });
    return { ...laidOut, verdict: judge(laidOut.scene, palette, shownFigures(laidOut.scene, shown)) };
  });
}

/** A bold brand is shown on its own strong colours first. */
function groundAt({ grounds }: GridFamily, content: GridContent, turn: number): GroundRole | undefined {
  if (whiteGroundOf(content)) return turn === 0 ? 'background' : undefined;
  const strong = grounds.filter((ground) => ground !== 'background' && ground !== 'tint');
  return [...new Set(content.loud ? [...strong, ...grounds] : grounds)][turn];
}

function takes({ takes: { products, scenes, formerPrice } }: GridFamily, content: GridContent): boolean {
  const cells = cellsOf(content);
  if (cells.length < products[0] || cells.length > products[1]) return false;
  if (scenes === 'never' && cells.some(({ image }) => image?.form !== 'cutout')) return false;
  return formerPrice !== 'must' || cells.some(({ compareAtPrice }) => compareAtPrice !== null);
}

/** How well a family suits the products; a little chance by the brand, so that brands differ. */
function rankOf({ name, takes: wants, best }: GridFamily, content: GridContent, palette: Palette): number {
  const count = cellsOf(content).length;
  const chance = (seedOf(name, palette.primary, palette.accent, count) % 1000) / 1000;
  const fits = best && count >= best[0] && count <= best[1];
  return (fits ? 1.5 : 0) + (wants.formerPrice === 'must' ? 2 : 0) + chance * 1.5;
}

/** Prices are shown in every family. */
const shownIn = (content: GridContent): ShownContent => ({
  products: cellsOf(content).map(
    ({ image, luminance }) => image && { luminance, cutFromWhite: false, price: null, compareAtPrice: null },
  ),
  logo: null,
});
