import type { TokenAnswer } from '#libs/platform-a-client';
import type { StoreCredentials } from '../../retailers/credentials.repository.js';

const MINUTE_MS = 60_000;
/** A token is renewed this long before its end, so that work that starts with a token can end with it. */
export const RENEWAL_MARGIN_MS = 5 * MINUTE_MS;
/**
 * The assumed life of a renewed token where the platform does not give it. The next renewal is due after five minutes.
 */
const ASSUMED_LIFE_MS = 10 * MINUTE_MS;
/** Where a token younger than this is refused, its age is not the reason: the platform refuses the app. */
const FRESH_MS = 10 * MINUTE_MS;

/**
 * The credentials of a token answer. Without a refresh token in the answer, the earlier one remains valid.
 *
 * A token without a known end is due at once. A renewed one is due a little later, because otherwise each caller who
 * waited for the renewal would start another one.
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
    expiresAt: afterSeconds(answer.expiresIn) ?? (before ? after(ASSUMED_LIFE_MS) : null),
    refreshExpiresAt: answer.refreshToken
      ? afterSeconds(answer.refreshTokenExpiresIn)
      : (before?.refreshExpiresAt ?? null),
    issuedAt: now,
    scopes: scopesOf(answer),
  };
}

/**
 * A token without a known end is due, unless it cannot be renewed: then it never expires. A short-lived token is not
 * renewed during the first half of its life.
 */
export function isDue({ refreshToken, expiresAt, issuedAt }: StoreCredentials, now: Date): boolean {
  if (refreshToken === null) return false;
  if (expiresAt === null) return true;
  const margin = Math.min(RENEWAL_MARGIN_MS, (expiresAt.getTime() - issuedAt.getTime()) / 2);
  return expiresAt.getTime() - now.getTime() < margin;
}

/** Whether a refused token may have expired early, so that a renewal is tried. A fresh token cannot have. */
export const mayHaveDied = ({ refreshToken, issuedAt }: StoreCredentials, now: Date): boolean =>
  refreshToken !== null && now.getTime() - issuedAt.getTime() >= FRESH_MS;

const scopesOf = ({ scope }: TokenAnswer): string[] =>
  scope
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
