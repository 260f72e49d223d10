/** A clock may differ by so much: a token is refused for its age only after that. */
const SKEW_MS = 60_000;

interface Token {
  readonly form: string;
  readonly replayKey: string;
  readonly expiresAt: Date;
}

/** Under which a token is kept once it is used: forms have ids of different makers. */
export const tokenKey = ({ form, replayKey }: Pick<Token, 'form' | 'replayKey'>): string => `${form}:${replayKey}`;

/** A used token is remembered as long as it could be used. */
export const usableUntil = ({ expiresAt }: Pick<Token, 'expiresAt'>): Date =>
  new Date(expiresAt.getTime() + 2 * SKEW_MS);
