import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import { PlatformLabelsService } from '../retailers/platform-labels.service.js';
import { PLATFORMS } from '../retailers/retailer.entity.js';

export const OFFER_STATES = ['minted', 'assigned', 'redeemed', 'returned', 'deactivated'] as const;
export type OfferState = (typeof OFFER_STATES)[number];

/** Counts what happens to codes. */
@Injectable()
export class OfferMetrics {
  private readonly codes: Counter<'state' | 'platform'>;

  constructor(
    registry: Registry,
    private readonly platforms: PlatformLabelsService,
  ) {
    this.codes = new Counter({
      name: 'rekindle_offers_total',
      help: 'Codes of offers that were minted, assigned to a recipient, redeemed, returned or deactivated, by state and platform',
      labelNames: ['state', 'platform'],
      registers: [registry],
    });
    for (const state of OFFER_STATES) {
      for (const platform of PLATFORMS) this.codes.inc({ state, platform }, 0);
    }
  }

  count(retailerId: string, state: OfferState, codes: number): void {
    if (codes > 0) this.platforms.use(retailerId, (platform) => this.codes.inc({ state, platform }, codes));
  }
}
