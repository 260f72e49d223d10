import type { TokenAnswer } from '#libs/platform-a-client';
import type { StoreCredentials } from '../retailers/credentials.repository.js';

/** A token is renewed while it is still good for this long, so that work begun with it can end with it. */
export const RENEWAL_MARGIN_MS = 5 * 60_000;

/** What is stored of a token answer. An answer without a refresh token leaves the one that was used in force. */
export function credentialsOf(
  answer: TokenAnswer,
  now: Date,
  before?: Pick<StoreCredentials, 'refreshToken' | 'refreshExpiresAt'>,
): StoreCredentials {
  const after = (seconds: number | undefined): Date | null =>
    seconds === undefined ? null : new Date(now.getTime() + seconds * 1_000);
  return {
    accessToken: answer.accessToken,
    refreshToken: answer.refreshToken ?? before?.refreshToken ?? null,
    expiresAt: after(answer.expiresIn),
    refreshExpiresAt: answer.refreshToken ? after(answer.refreshTokenExpiresIn) : (before?.refreshExpiresAt ?? null),
    scopes: scopesOf(answer),
  };
}

/** Without a known expiry the token counts as due, unless nothing could renew it: then it never expires. */
export function isDue({ refreshToken, expiresAt }: StoreCredentials, now: Date): boolean {
  if (refreshToken === null) return false;
  return expiresAt === null || expiresAt.getTime() - now.getTime() < RENEWAL_MARGIN_MS;
}

const scopesOf = ({ scope }: TokenAnswer): string[] =>
  scope
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
