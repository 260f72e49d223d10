/** The largest difference of clocks. A token is accepted for this long after it expires. */
const SKEW_MS = 60_000;

interface Token {
  readonly form: string;
  readonly replayKey: string;
  readonly expiresAt: Date;
}

/** The key of a used token. It contains the form, because each form of token has ids of its own. */
export const tokenKey = ({ form, replayKey }: Pick<Token, 'form' | 'replayKey'>): string => `${form}:${replayKey}`;

/** The time until which a used token is kept. The second skew lets the row outlive every acceptance of the token. */
export const usableUntil = ({ expiresAt }: Pick<Token, 'expiresAt'>): Date =>
  new Date(expiresAt.getTime() + 2 * SKEW_MS);
