/** A goal of the service with the measured value. */
export interface Goal {
  readonly text: string;
  readonly reached: boolean;
  readonly measured: string;
}

export const goalLines = (goals: readonly Goal[]): string =>
  goals
    .map(({ text, reached, measured }) => `${reached ? 'reached    ' : 'not reached'}  ${text}: ${measured}`)
    .join('\n');
