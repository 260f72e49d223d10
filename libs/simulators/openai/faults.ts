import type { Misbehaviour } from './paintings.js';

/**
 * Misbehaviour on demand.
 *
 * - rateLimited: 429 `rate_limit_exceeded` with Retry-After; nothing was done
 * - quotaExhausted: 429 `insufficient_quota`
 * - moderation: 400 `moderation_blocked`
 * - unauthorized: 401
 * - serverError: 500, 502 or 503
 * - slow: the right answer, late
 * - noImage: 200 with an empty list
 * - garbageImage: 200 with base64 of bytes that are not an image
 * - notJson: 200 with an HTML page, as proxies answer
 * - disconnect: the work is done and the connection is closed without an answer
 * - words, redrawn, replaced, cutFace: an image that was not asked for, see `Misbehaviour`
 * - answer: for layouts, this text as the model's words
 * - refusal: for layouts, the model declines
 */
export type OpenAiFaultKind =
  | 'rateLimited'
  | 'quotaExhausted'
  | 'moderation'
  | 'unauthorized'
  | 'serverError'
  | 'slow'
  | 'noImage'
  | 'garbageImage'
  | 'notJson'
  | 'disconnect'
  | 'answer'
  | 'refusal'
  | Misbehaviour;

export interface OpenAiFaultOptions {
  /** Which calls misbehave. Default: images. */
  readonly on?: 'images' | 'layout';
  readonly retryAfterSeconds?: number;
  readonly status?: number;
  readonly delayMs?: number;
  readonly text?: string;
}

export interface OpenAiFault extends OpenAiFaultOptions {
  readonly kind: OpenAiFaultKind;
}

/** The planned misbehaviour, first in, first out for each kind of call. */
export class OpenAiFaultPlan {
  private readonly planned: OpenAiFault[] = [];

  /** The next `times` calls answer with this fault. */
  next(kind: OpenAiFaultKind, options: OpenAiFaultOptions = {}, times = 1): this {
    for (let i = 0; i < times; i += 1) this.planned.push({ kind, ...options });
    return this;
  }

  clear(): void {
    this.planned.length = 0;
  }

  take(on: 'images' | 'layout'): OpenAiFault | undefined {
    const index = this.planned.findIndex((fault) => (fault.on ?? 'images') === on);
    return index < 0 ? undefined : this.planned.splice(index, 1)[0];
  }
}
