/** A document as its parts by name. A part that is not there has no entry. */
export type Parts = ReadonlyMap<string, unknown>;

export type Side = 'mine' | 'theirs';

/** A part that two people left different. `by` says who changed it. */
export interface Difference {
  readonly part: string;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  readonly by: Side | 'both';
}

export const isEqual = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);

/** JSON with sorted keys and without what is undefined. */
const canonical = (value: unknown): string | undefined =>
  JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

/** What differs between the two, in the order of `mine`. */
export function differences(base: Parts, mine: Parts, theirs: Parts): Difference[] {
  return [...new Set([...mine.keys(), ...theirs.keys()])].flatMap((part): Difference[] => {
    const [before, own, other] = [base.get(part), mine.get(part), theirs.get(part)];
    if (isEqual(own, other)) return [];
    const by = isEqual(before, other) ? 'mine' : isEqual(before, own) ? 'theirs' : 'both';
    return [{ part, base: before, mine: own, theirs: other, by }];
  });
}

/** Who changed a part keeps it. Where both did, mine stays until somebody chooses. */
export const firstChoice = (found: readonly Difference[]): ReadonlyMap<string, Side> =>
  new Map(found.map(({ part, by }) => [part, by === 'theirs' ? 'theirs' : 'mine']));

/** `mine` with the parts of `theirs` that were chosen. */
export function merged(mine: Parts, theirs: Parts, chosen: ReadonlyMap<string, Side>): Map<string, unknown> {
  const parts = new Map(mine);
  for (const [part, side] of chosen) {
    if (side === 'mine') continue;
    if (theirs.has(part)) parts.set(part, theirs.get(part));
    else parts.delete(part);
  }
  return parts;
}
