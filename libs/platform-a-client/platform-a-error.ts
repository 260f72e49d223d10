import { OutboundError, parseRetryAfter } from '#libs/outbound-http';
import type { OutboundResponse } from '#libs/outbound-http';

export type PlatformAErrorKind = 'unauthorized' | 'invalid_grant' | 'throttled' | 'bad_answer' | 'unavailable';

interface Details {
  /** How long the platform asked to wait. */
  retryAfterSeconds?: number;
  /** The HTTP status, where there was an answer. */
  status?: number;
  /** The platform's own code, for example ACCESS_DENIED, or the one of the network. */
  code?: string;
}

/**
 * Why a call to platform A gave nothing.
 *
 * - `unauthorized`: the access token is not, or no longer, valid; calling again is useless
 * - `invalid_grant`: the authorization code or refresh token is not, or no longer, valid
 * - `throttled`: over the rate limit for longer than we wait
 * - `unavailable`: time-out, network or an error of the platform's; may be tried later
 * - `bad_answer`: refused for another reason, or not understood
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

/** The error for an answer that is not a success. */
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

/** For `catch`: turns an error of the network into ours and leaves all others alone. */
export function rethrowOutbound(error: unknown): never {
  if (!(error instanceof OutboundError)) throw error;
  const passing = error.kind === 'timeout' || error.kind === 'network';
  throw new PlatformAError(passing ? 'unavailable' : 'bad_answer', error.message, { code: error.code ?? error.kind });
}
