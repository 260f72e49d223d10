import type { VariantCounts, VariantEpoch } from '#libs/lift';
import type { Epoch, UnitCounts } from './variants.repository.js';

/** The epochs of a step for the estimates, with the counts of these variants in their order. */
export function epochsOf(
  variants: readonly string[],
  epochs: readonly Pick<Epoch, 'epoch' | 'shares'>[],
  counts: readonly UnitCounts[],
): VariantEpoch[] {
  const merged = new Map<string, { shares: number[]; counts: VariantCounts[] }>();
  for (const { epoch, shares } of epochs) {
    const own = variants.map((variant) => shares[variant] ?? 0);
    // Epochs of equal shares are one for the estimates, which then take less time.
    const before = merged.get(own.join());
    const added = variants.map((variant, index) => {
      const found = counts.find((each) => each.epoch === epoch && each.variant === variant);
      const known = before?.counts[index] ?? { n: 0, x: 0 };
      return { n: known.n + (found?.n ?? 0), x: known.x + (found?.x ?? 0) };
    });
    merged.set(own.join(), { shares: own, counts: added });
  }
  return [...merged.values()];
}
