/** A question about a recipient. The message is sent only where the answer is `expected`. */
export type SendCondition = { readonly expected: boolean } & (
  | { readonly fact: 'clicked' | 'ordered' | 'redeemed'; readonly stepId: string }
  | { readonly fact: 'inSegment'; readonly segment: string }
);

/** The conditions of an execution, by step id. */
export type SendConditions = Readonly<Record<string, SendCondition>>;

/**
 * The steps whose condition asks the same and expects the opposite. A present and a former name lead to one segment, so
 * `segmentIds` has the segment of each name.
 */
export function oppositesOf(
  conditions: SendConditions,
  condition: SendCondition,
  segmentIds: ReadonlyMap<string, string>,
): string[] {
  const question = questionOf(condition, segmentIds);
  return Object.entries(conditions).flatMap(([stepId, other]) =>
    other.expected !== condition.expected && questionOf(other, segmentIds) === question ? [stepId] : [],
  );
}

/** Each name of a segment in the conditions, once. */
export const segmentsIn = (conditions: SendConditions): ReadonlySet<string> =>
  new Set(
    Object.values(conditions).flatMap((condition) => (condition.fact === 'inSegment' ? [condition.segment] : [])),
  );

function questionOf(condition: SendCondition, segmentIds: ReadonlyMap<string, string>): string {
  if (condition.fact !== 'inSegment') return `${condition.fact} ${condition.stepId}`;
  return `inSegment ${segmentIds.get(condition.segment) ?? condition.segment}`;
}
