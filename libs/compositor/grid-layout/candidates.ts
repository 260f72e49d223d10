import { seedOf } from '../art/random.js';
import { contrastOf, luminance } from '../colour/contrast.js';
import { rgbOf } from '../colour/rgb.js';
import { judge } from '../critic/judge.js';
import type { GroundRole } from '../families/types.js';
import type { GridFamily } from '../grid-families/types.js';
import type { Candidate } from '../paint/first-legible.js';
import type { Palette } from '../types.js';
import { cellsOf, type GridContent } from './content.js';
import { type LaidOutGrid, layOutGrid } from './lay-out.js';

export type GridCandidate = Candidate & LaidOutGrid;

/** Grids that are laid out at most, and grounds that are tried of a family. */
const MOST = 12;
const GROUNDS = 2;
/** What a step of suitability is worth in points of the critic. */
const POINTS = 6;

/** Grids of different families, the best first. Geometry only, so that many cost little. */
export function gridCandidates(
  content: GridContent,
  families: readonly GridFamily[],
  palette: Palette,
): GridCandidate[] {
  const ranked = families
    .filter((family) => takes(family, content))
    .map((family) => ({ family, rank: rankOf(family, content, palette) }))
    .toSorted((a, b) => b.rank - a.rank);
  const found: { readonly candidate: GridCandidate; readonly rank: number }[] = [];
  for (let turn = 0; turn < GROUNDS; turn += 1) {
    for (const { family, rank } of ranked.slice(0, MOST - found.length)) {
      const ground = groundAt(family, content, turn);
      if (!ground) continue;
      const laidOut = layOutGrid(content, { family, ground, palette });
      const verdict = judge(laidOut.scene, palette);
      const suits = rank - turn * 0.6 - faintShare(laidOut, content) * 1.5;
      found.push({ candidate: { ...laidOut, verdict }, rank: suits * POINTS + verdict.points });
    }
  }
  const broken = ({ candidate }: (typeof found)[number]): number => candidate.verdict.violations.length;
  return found.toSorted((a, b) => broken(a) - broken(b) || b.rank - a.rank).map(({ candidate }) => candidate);
}

/** A bold brand is shown on its own strong colours first. */
function groundAt({ grounds }: GridFamily, { loud }: GridContent, turn: number): GroundRole | undefined {
  const strong = grounds.filter((ground) => ground !== 'background' && ground !== 'tint');
  return [...new Set(loud ? [...strong, ...grounds] : grounds)][turn];
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

/** The share of cut-outs that are hard to see: dark ones on a dark ground. */
function faintShare({ scene }: LaidOutGrid, content: GridContent): number {
  const cells = cellsOf(content);
  const faint = scene.elements.filter((element) => {
    if (element.kind !== 'product' || element.form !== 'cutout') return false;
    const light = cells[element.index]?.luminance ?? 1;
    return contrastOf(light, luminance(rgbOf(element.ground))) < 1.6;
  });
  return faint.length / Math.max(1, cells.length);
}
