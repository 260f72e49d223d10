import { OutboundError } from '#libs/outbound-http';
import type { OutboundResponse } from '#libs/outbound-http';

import { readRateLimit } from './rate-limit.js';

export type PlatformBErrorKind =
  'unauthorized' | 'forbidden' | 'invalid_grant' | 'not_found' | 'throttled' | 'bad_answer' | 'unavailable';

interface Details {
  /** How long the platform asked to wait; at least 1. */
  retryAfterSeconds?: number;
  /** The HTTP status, where there was an answer. */
  status?: number;
  /** The platform's own code, the one of the network, or of this client: wrong_store. */
  code?: string;
}

/**
 * Why a call to platform B gave nothing.
 *
 * - `unauthorized`: 401, the access token is not, or no longer, valid; calling again is useless
 * - `forbidden`: 403, the token lacks a scope; the merchant has to consent again
 * - `invalid_grant`: the code of an install is not, or no longer, valid
 * - `not_found`: 404
 * - `throttled`: over the rate limit for longer than we wait
 * - `unavailable`: time-out, network or an error of the platform's, 503 for a suspended store among them; later perhaps
 * - `bad_answer`: refused for another reason, or not understood
 */
export class PlatformBError extends Error {
  override readonly name = 'PlatformBError';
  readonly retryAfterSeconds?: number;
  readonly status?: number;
  readonly code?: string;

  constructor(
    readonly kind: PlatformBErrorKind,
    message: string,
    details: Details = {},
  ) {
    super(message);
    Object.assign(this, details);
  }
}

const KINDS: Readonly<Record<number, PlatformBErrorKind>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  408: 'unavailable',
  429: 'throttled',
};

/** The error for an answer that is not a success. */
export function errorOfAnswer({ status, headers }: OutboundResponse): PlatformBError {
  const kind = KINDS[status] ?? (status >= 500 ? 'unavailable' : 'bad_answer');
  const { resetMs } = readRateLimit(headers);
  const retryAfterSeconds =
    kind === 'throttled' && resetMs !== undefined ? Math.max(1, Math.ceil(resetMs / 1000)) : undefined;
  return new PlatformBError(kind, `platform B answered ${status}`, { status, retryAfterSeconds });
}

/** For `catch`: turns an error of the network into ours and leaves all others alone. */
export function rethrowOutbound(error: unknown): never {
  if (!(error instanceof OutboundError)) throw error;
  const passing = error.kind === 'timeout' || error.kind === 'network';
  throw new PlatformBError(passing ? 'unavailable' : 'bad_answer', error.message, { code: error.code ?? error.kind });
}
