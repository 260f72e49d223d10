/** A problem in parts, for programs that say it in other words or in another language. */
export interface ProblemParts<C extends string = string> {
  readonly code: C;
  readonly values: Readonly<Record<string, string>>;
}

/** A code, and how the stored texts of its problems read. Named groups are the values. */
export type ProblemForm<C extends string = string> = readonly [code: C, text: RegExp];

/** The forms of problems whose texts never differ. */
export const fixedForms = <C extends string>(texts: Readonly<Record<C, string>>): ProblemForm<C>[] =>
  (Object.keys(texts) as C[]).map((code) => [code, new RegExp(`^${escaped(texts[code])}$`)]);

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Reads a stored problem by the first form that fits; undefined where none does. */
export function problemPartsOf<C extends string>(
  forms: readonly ProblemForm<C>[],
  problem: string,
): ProblemParts<C> | undefined {
  for (const [code, text] of forms) {
    const match = text.exec(problem);
    if (match) return { code, values: given(match.groups ?? {}) };
  }
  return undefined;
}

const given = (groups: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(groups).filter((entry): entry is [string, string] => entry[1] !== undefined));
