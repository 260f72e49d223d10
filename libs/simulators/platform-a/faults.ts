import { PlannedFaults } from '../shared/fault-plan.js';

/**
 * Misbehaviour on demand.
 *
 * - unauthorized: 401, as for a token after the merchant's uninstall
 * - rateLimited: 429 with Retry-After in seconds
 * - throttled: 200 with the THROTTLED error of GraphQL (meaningless for tokens)
 * - serverError: 500, 502 or 503
 * - slow: the right answer, late
 * - notJson: 200 with an HTML page, as proxies answer
 * - disconnect: the connection is closed without an answer
 */
export type FaultKind =
  'unauthorized' | 'rateLimited' | 'throttled' | 'serverError' | 'slow' | 'notJson' | 'disconnect';

export interface FaultOptions {
  /** Which endpoint misbehaves. Default: graphql. */
  readonly on?: 'graphql' | 'token';
  readonly retryAfterSeconds?: number;
  readonly status?: number;
  readonly delayMs?: number;
}

export interface Fault extends FaultOptions {
  readonly kind: FaultKind;
}

/** The planned misbehaviour of one shop: first in, first out for each endpoint. */
export class PlatformAFaultPlan extends PlannedFaults<FaultKind, FaultOptions> {
  constructor() {
    super('graphql');
  }
}
