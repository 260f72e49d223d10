import { OutboundError, parseRetryAfter } from '#libs/outbound-http';
import type { OutboundResponse } from '#libs/outbound-http';

export type PlatformAErrorKind = 'unauthorized' | 'invalid_grant' | 'throttled' | 'bad_answer' | 'unavailable';

interface Details {
  /** The wait that the platform asks for. */
  retryAfterSeconds?: number;
  /** The HTTP status, where there was an answer. */
  status?: number;
  /** The code of the platform, for example ACCESS_DENIED, or of the network error. */
  code?: string;
}

/**
 * A failed call to platform A.
 *
 * - `unauthorized`: the access token is not valid, or no longer valid; another call would fail too
 * - `invalid_grant`: the authorization code or refresh token is not valid, or no longer valid
 * - `throttled`: over the rate limit for longer than the longest wait
 * - `unavailable`: timeout, network error or server error; a later call may succeed
 * - `bad_answer`: refused for another reason, or an answer that cannot be read
 */
export class PlatformAError extends Error {
  override readonly name = 'PlatformAError';
  readonly retryAfterSeconds?: number;
  readonly status?: number;
  readonly code?: string;

  constructor(
    readonly kind: PlatformAErrorKind,
    message: string,
    details: Details = {},
  ) {
    super(message);
    Object.assign(this, details);
  }
}

/** The error for an answer without a success status. */
export function errorOfAnswer(answer: OutboundResponse): PlatformAError {
  const { status } = answer;
  const retryAfter = parseRetryAfter(answer.headers['retry-after'], Date.now());
  const retryAfterSeconds = retryAfter === undefined ? undefined : Math.ceil(retryAfter / 1000);
  const message = `platform A answered ${status}`;
  if (status === 401) return new PlatformAError('unauthorized', message, { status });
  if (status === 429) return new PlatformAError('throttled', message, { status, retryAfterSeconds });
  if (status >= 500 || status === 408) return new PlatformAError('unavailable', message, { status, retryAfterSeconds });
  return new PlatformAError('bad_answer', message, { status });
}

/** For `catch`: converts an outbound error and rethrows every other error unchanged. */
export function rethrowOutbound(error: unknown): never {
  if (!(error instanceof OutboundError)) throw error;
  const passing = error.kind === 'timeout' || error.kind === 'network';
  throw new PlatformAError(passing ? 'unavailable' : 'bad_answer', error.message, { code: error.code ?? error.kind });
}
