import type { Part } from './column-parts.js';

/** The share of the free height that goes between the parts, and how many times larger a space may become by it. */
const SHARE = 0.3;
const MOST = 1.6;

/**
 * The parts of a column with more space between them, where their area is free above and below them. `free`: pixels.
 * Otherwise words would crowd in the middle of an empty area.
 */
export function withAir<T extends Pick<Part, 'space'>>(parts: readonly T[], free: number): readonly T[] {
  const between = parts.slice(1).reduce((sum, { space }) => sum + space, 0);
  const by = between > 0 ? Math.min(MOST, 1 + (free * SHARE) / between) : 1;
  return parts.map((part) => ({ ...part, space: part.space * by }));
}
