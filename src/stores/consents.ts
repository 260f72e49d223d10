import type { ConsentRecord } from '../commerce/model/records.js';

/** A customer's decision about marketing emails that was made with us. */
export interface ConsentDecision {
  readonly externalId: string;
  readonly email: string;
  readonly marketing: 'subscribed' | 'unsubscribed';
  readonly decidedAt: Date;
}

/** `gone`: the store has no such customer or subscriber. `scope_missing`: the merchant has not granted the scope. */
export type ConsentWrite = 'written' | 'gone' | 'scope_missing';

/** Consent to marketing emails on the stores of a platform. */
export interface ConsentConnector<S> {
  /** Writes the decision to the store. Idempotent. A newer decision on the store stays. */
  write(store: S, decision: ConsentDecision): Promise<ConsentWrite>;

  /** What the store says about one customer; undefined where it says nothing. */
  read(store: S, customer: Pick<ConsentDecision, 'externalId' | 'email'>): Promise<ConsentRecord | undefined>;
}
