/** Something that the service is to reach, and what was measured. */
export interface Goal {
  readonly text: string;
  readonly reached: boolean;
  readonly measured: string;
}

export const goalLines = (goals: readonly Goal[]): string =>
  goals
    .map(({ text, reached, measured }) => `${reached ? 'reached    ' : 'not reached'}  ${text}: ${measured}`)
    .join('\n');
