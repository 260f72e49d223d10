import { APIConnectionError, APIError } from 'openai';
import { DomainError } from '#libs/kernel';
import { parseRetryAfter } from '#libs/outbound-http';
import type { CallOutcome } from './provider-call.entity.js';
import { TransportError } from './openai-transport.js';

/** What a failed call means for the bill, for the job and for a retry. */
export interface CallFailure {
  readonly outcome: Extract<CallOutcome, 'refused' | 'unknown' | 'useless'>;
  readonly problem: DomainError;
  /** Set if nothing can have been billed and a retry after this time may succeed. */
  readonly retryAfterMs?: number;
  readonly providerRequestId?: string | undefined;
}

const MODERATION_CODES = new Set(['moderation_blocked', 'content_policy_violation']);
const DEFAULT_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 600_000;

const unavailableNow = (): DomainError =>
  new DomainError(
    503,
    'image_provider_unavailable',
    'The image provider does not answer or is overloaded; try again later.',
  );
const refusedContent = (): DomainError =>
  new DomainError(
    422,
    'moderation_refused',
    "The image provider's safety system refused the request; change the prompt.",
  );
const notConfigured = (): DomainError =>
  new DomainError(503, 'image_provider_refused', "The image provider refuses this service's key, model or quota.");
const unknownOutcome = (): DomainError =>
  new DomainError(
    502,
    'image_provider_outcome_unknown',
    'The call to the image provider was cut off. It may have been billed, so it is not repeated automatically.',
  );
export const uselessAnswer = (): DomainError =>
  new DomainError(502, 'image_provider_bad_answer', 'The image provider answered without a usable image.');

/** Classifies the client's error. A call counts as carried out unless it is known to be refused. */
export function failureOf(error: unknown): CallFailure {
  if (error instanceof APIConnectionError) return connectionFailure(error);
  if (!(error instanceof APIError)) return { outcome: 'useless', problem: uselessAnswer() };
  const providerRequestId = error.requestID ?? undefined;
  return { ...statusFailure(error), providerRequestId };
}

/** The failure of a call whose outcome is unknown: its answer did not come or said nothing, or its process ended. */
export const cutOff = (): CallFailure => ({ outcome: 'unknown', problem: unknownOutcome() });

function connectionFailure({ cause }: APIConnectionError): CallFailure {
  if (cause instanceof TransportError && !cause.mayHaveBeenSent) {
    return { outcome: 'refused', problem: unavailableNow(), retryAfterMs: DEFAULT_WAIT_MS };
  }
  return cutOff();
}

function statusFailure({ status, code, type, headers }: APIError): CallFailure {
  const retryAfter = parseRetryAfter(headers?.get('retry-after') ?? undefined, Date.now());
  if (status === 429 && code !== 'insufficient_quota') return busy(retryAfter);
  // Servers send this header if they refuse a call before they begin. Without it they may have begun.
  if (status === 503 && retryAfter !== undefined) return busy(retryAfter);
  if (status === 400 && (MODERATION_CODES.has(code ?? '') || type === 'image_generation_user_error')) {
    return { outcome: 'refused', problem: refusedContent() };
  }
  if (status !== undefined && status >= 400 && status < 500) return { outcome: 'refused', problem: notConfigured() };
  return cutOff();
}

const busy = (retryAfter: number | undefined): CallFailure => ({
  outcome: 'refused',
  problem: unavailableNow(),
  retryAfterMs: Math.min(retryAfter ?? DEFAULT_WAIT_MS, LONGEST_WAIT_MS),
});
