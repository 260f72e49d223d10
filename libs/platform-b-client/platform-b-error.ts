import { OutboundError } from '#libs/outbound-http';
import type { OutboundResponse } from '#libs/outbound-http';

import { fieldsOf, textOrNull } from './claims.js';
import { parseJsonExactly } from './exact-json.js';
import { readRateLimit } from './rate-limit.js';

export type PlatformBErrorKind =
  'unauthorized' | 'forbidden' | 'invalid_grant' | 'not_found' | 'throttled' | 'bad_answer' | 'unavailable';

interface Details {
  /** The wait that the platform asks for, at least 1. */
  retryAfterSeconds?: number;
  /** The HTTP status. Undefined without an answer, and where only the content of the answer is refused. */
  status?: number;
  /** The code of the platform, of the network error, or of this client (`wrong_store`). */
  code?: string;
  /** What the platform says about a refusal, in its own words. */
  detail?: string;
}

/**
 * A failed call to platform B.
 *
 * - `unauthorized`: 401, the access token is not valid, or no longer valid; another call would fail too
 * - `forbidden`: 403, the token lacks a scope; the merchant has to consent again
 * - `invalid_grant`: the code of an install is not valid, or no longer valid
 * - `not_found`: 404
 * - `throttled`: over the rate limit for longer than the longest wait
 * - `unavailable`: timeout, network error or server error, such as 503 for a suspended store; a later call may succeed
 * - `bad_answer`: refused for another reason, or an answer that cannot be read
 */
export class PlatformBError extends Error {
  override readonly name = 'PlatformBError';
  readonly retryAfterSeconds?: number;
  readonly status?: number;
  readonly code?: string;
  readonly detail?: string;

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

/** The error for an answer without a success status. */
export function errorOfAnswer({ status, headers, body }: OutboundResponse): PlatformBError {
  const kind = KINDS[status] ?? (status >= 500 ? 'unavailable' : 'bad_answer');
  const { resetMs } = readRateLimit(headers);
  const retryAfterSeconds =
    kind === 'throttled' && resetMs !== undefined ? Math.max(1, Math.ceil(resetMs / 1000)) : undefined;
  const detail = status < 500 ? detailOf(body) : undefined;
  return new PlatformBError(kind, `platform B answered ${status}`, { status, retryAfterSeconds, detail });
}

const LONGEST_DETAIL = 300;

/**
 * The words of a refusal. The usual form of V3 is an object with `title`, `detail` and an object of `errors`. For
 * promotions `errors` is an array, and V2 answers an array of objects with `message`.
 */
function detailOf(body: Buffer): string | undefined {
  const answer = jsonOrUndefined(body);
  const { title, detail, errors } = fieldsOf(answer);
  const listed = Array.isArray(answer) ? answer : Array.isArray(errors) ? errors : Object.values(fieldsOf(errors));
  const words = [...(listed as unknown[]).map(wordsOf), textOrNull(detail), textOrNull(title)].filter(
    (text) => text !== null,
  );
  // A list of errors says more than the title above it.
  const said = listed.length > 0 ? words.slice(0, listed.length) : words.slice(0, 1);
  return said.join('; ').slice(0, LONGEST_DETAIL) || undefined;
}

function wordsOf(error: unknown): string | null {
  const { title, message, detail } = fieldsOf(error);
  return textOrNull(error) ?? textOrNull(title) ?? textOrNull(message) ?? textOrNull(detail);
}

function jsonOrUndefined(body: Buffer): unknown {
  try {
    return parseJsonExactly(body);
  } catch {
    return undefined;
  }
}

/** For `catch`: converts an outbound error and rethrows every other error unchanged. */
export function rethrowOutbound(error: unknown): never {
  if (!(error instanceof OutboundError)) throw error;
  const passing = error.kind === 'timeout' || error.kind === 'network';
  throw new PlatformBError(passing ? 'unavailable' : 'bad_answer', error.message, { code: error.code ?? error.kind });
}
