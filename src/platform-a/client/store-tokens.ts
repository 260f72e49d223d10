import type { TokenAnswer } from '#libs/platform-a-client';
import type { StoreCredentials } from '../../retailers/credentials.repository.js';

const MINUTE_MS = 60_000;
/** A token is renewed while it is still good for this long, so that work begun with it can end with it. */
export const RENEWAL_MARGIN_MS = 5 * MINUTE_MS;
/** What a renewed token is taken to be good for where the platform does not say: due again in five minutes. */
const UNTOLD_LIFE_MS = 10 * MINUTE_MS;
/** A token younger than this that is refused is no victim of clocks: the platform refuses the app. */
const FRESH_MS = 10 * MINUTE_MS;

/**
 * What is stored of a token answer. An answer without a refresh token leaves the one that was used in force.
 *
 * One that does not say when it ends is due at once; if it is a renewal itself, a little later, because everybody who
 * waited for it would otherwise ask for one more.
 */
export function credentialsOf(
  answer: TokenAnswer,
  now: Date,
  before?: Pick<StoreCredentials, 'refreshToken' | 'refreshExpiresAt'>,
): StoreCredentials {
  const after = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);
  const afterSeconds = (seconds: number | undefined): Date | null =>
    seconds === undefined ? null : after(seconds * 1_000);
  return {
    accessToken: answer.accessToken,
    refreshToken: answer.refreshToken ?? before?.refreshToken ?? null,
    expiresAt: afterSeconds(answer.expiresIn) ?? (before ? after(UNTOLD_LIFE_MS) : null),
    refreshExpiresAt: answer.refreshToken
      ? afterSeconds(answer.refreshTokenExpiresIn)
      : (before?.refreshExpiresAt ?? null),
    issuedAt: now,
    scopes: scopesOf(answer),
  };
}

/**
 * Without a known expiry the token counts as due, unless nothing could renew it: then it never expires. A short-lived
 * one is left alone for the first half of its life.
 */
export function isDue({ refreshToken, expiresAt, issuedAt }: StoreCredentials, now: Date): boolean {
  if (refreshToken === null) return false;
  if (expiresAt === null) return true;
  const margin = Math.min(RENEWAL_MARGIN_MS, (expiresAt.getTime() - issuedAt.getTime()) / 2);
  return expiresAt.getTime() - now.getTime() < margin;
}

/** Whether a token that the platform refuses before its time is worth one renewal; a fresh one is not. */
export const mayHaveDied = ({ refreshToken, issuedAt }: StoreCredentials, now: Date): boolean =>
  refreshToken !== null && now.getTime() - issuedAt.getTime() >= FRESH_MS;

const scopesOf = ({ scope }: TokenAnswer): string[] =>
  scope
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
