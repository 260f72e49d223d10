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
 * - lostAnswer: the request is carried out, and then the connection is closed without an answer (graphql only)
 * - halfDone: half of the codes of discountRedeemCodeBulkAdd are taken, and then 500 (graphql only)
 */
export type FaultKind =
  | 'unauthorized'
  | 'rateLimited'
  | 'throttled'
  | 'serverError'
  | 'slow'
  | 'notJson'
  | 'disconnect'
  | 'lostAnswer'
  | 'halfDone';

export interface FaultOptions {
  /** Which endpoint misbehaves. Default: graphql. */
  readonly on?: 'graphql' | 'token' | 'storefront';
  /** The fault waits for a document with this field, such as `discountCodeBasicCreate`. Default: any document. */
  readonly field?: string;
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
