/** A question about a recipient. The message is sent only where the answer is `expected`. */
export type SendCondition = { readonly expected: boolean } & (
  | { readonly fact: 'clicked' | 'ordered' | 'redeemed'; readonly stepId: string }
  | { readonly fact: 'inSegment'; readonly segment: string }
);

/** The conditions of an execution, by step id. */
export type SendConditions = Readonly<Record<string, SendCondition>>;
