import type { Verdict } from '../critic/types.js';
import type { Scene } from '../layout/types.js';
import type { Assets } from './assets.js';
import { type PaintedScene, paintScene } from './paint-scene.js';

/** A scene and what the critic says of it. */
export interface Candidate {
  readonly scene: Scene;
  readonly verdict: Verdict;
}

export type Served<C extends Candidate = Candidate> = C & { readonly painted: PaintedScene };

/** The first candidate whose texts are legible on its pixels; if none is, the one that comes closest. */
export async function firstLegible<C extends Candidate>(
  candidates: readonly C[],
  assets: Assets,
  partsOf: (scene: Scene) => Parameters<typeof paintScene>[2] = () => [],
): Promise<Served<C>> {
  let best: { readonly served: Served<C>; readonly worst: number } | null = null;
  for (const candidate of candidates) {
    const painted = await paintScene(candidate.scene, assets, partsOf(candidate.scene));
    const worst = Math.min(...painted.overlays.map(({ contrast, required }) => contrast / required));
    if (!best || worst > best.worst) best = { served: { ...candidate, painted }, worst };
    if (worst >= 1) break;
  }
  if (!best) throw new Error('an image has at least one candidate');
  return best.served;
}

/** The critic's figures by name; the contrast is that of the finished pixels. */
export function criticOf({ figures, score }: Verdict, { overlays }: PaintedScene): Record<string, number> {
  const worst = overlays.toSorted((a, b) => a.contrast / a.required - b.contrast / b.required)[0];
  const measured = Object.fromEntries(figures.map(({ name, value }) => [name, Math.round(value * 1000) / 1000]));
  return { score, productShare: 0, veil: 0, ...measured, ...(worst ? { contrast: worst.contrast } : {}) };
}
