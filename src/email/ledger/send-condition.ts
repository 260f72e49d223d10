/** A question about a recipient. The message is sent only where the answer is `expected`. */
export type SendCondition = { readonly expected: boolean } & (
  | { readonly fact: 'clicked' | 'ordered' | 'redeemed'; readonly stepId: string }
  | { readonly fact: 'inSegment'; readonly segment: string }
);

/** The conditions of an execution, by step id. */
export type SendConditions = Readonly<Record<string, SendCondition>>;

/** The steps whose condition asks the same and expects the opposite. */
export function oppositesOf(conditions: SendConditions, condition: SendCondition): string[] {
  const question = questionOf(condition);
  return Object.entries(conditions).flatMap(([stepId, other]) =>
    other.expected !== condition.expected && questionOf(other) === question ? [stepId] : [],
  );
}

const questionOf = (condition: SendCondition): string =>
  `${condition.fact} ${condition.fact === 'inSegment' ? condition.segment : condition.stepId}`;
