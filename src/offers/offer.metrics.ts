import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';

export const OFFER_STATES = ['minted', 'assigned', 'redeemed', 'returned', 'deactivated'] as const;
export type OfferState = (typeof OFFER_STATES)[number];

/** Counts what happens to codes. */
@Injectable()
export class OfferMetrics {
  private readonly codes: Counter<'state'>;

  constructor(registry: Registry) {
    this.codes = new Counter({
      name: 'rekindle_offers_total',
      help: 'Codes of offers that were minted, assigned to a recipient, redeemed, returned or deactivated',
      labelNames: ['state'],
      registers: [registry],
    });
    for (const state of OFFER_STATES) this.codes.inc({ state }, 0);
  }

  count(state: OfferState, codes: number): void {
    if (codes > 0) this.codes.inc({ state }, codes);
  }
}
