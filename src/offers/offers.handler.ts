import { Injectable } from '@nestjs/common';
import { SingleFlight } from '#libs/durable-work';
import { OnJob } from '#libs/queue';
import type { RetailerRef } from '../jobs/payloads.js';
import type { OpenStore, StoreConnector } from '../stores/store-connector.js';
import { StoreConnectorsService } from '../stores/store-connectors.service.js';
import { isRefused, type DiscountStore, MinterService } from './minter.service.js';
import { MintingRepository } from './minting.repository.js';
import { OfferListenersService } from './offer-listeners.service.js';
import { OfferEndingsService } from './offer-endings.service.js';
import type { OfferRow } from './offer.entity.js';
import { OfferWorksService } from './offer-works.service.js';

/** A run is short, so that a shutdown does not wait for long. */
const SLICE_MS = 120_000;
/** The pause before a store that is not installed, or refuses our token, is asked again. */
const PARKED_MS = 900_000;

/** Works on the offers of one store: mints what is missing and removes what is no longer needed. */
@Injectable()
export class OffersHandler {
  private readonly runs = new SingleFlight<void>();

  constructor(
    private readonly works: OfferWorksService,
    private readonly repository: MintingRepository,
    private readonly minter: MinterService,
    private readonly endings: OfferEndingsService,
    private readonly connectors: StoreConnectorsService,
    private readonly listeners: OfferListenersService,
  ) {}

  @OnJob('offers.work')
  async work({ retailerId }: RetailerRef): Promise<void> {
    if (this.runs.has(retailerId)) return;
    const connector = await this.connectors.of(retailerId);
    const notBefore = (error: unknown): Date | undefined => {
      const seconds = connector?.retryAfterSeconds(error);
      return seconds === undefined ? undefined : new Date(Date.now() + seconds * 1_000);
    };
    await this.runs.run(retailerId, () => this.works.run(retailerId, () => this.workAll(retailerId), notBefore));
  }

  private async workAll(retailerId: string): Promise<Date | undefined> {
    await this.repository.markClosing(retailerId, new Date());
    const offers = await this.repository.offers(retailerId);
    if (offers.length === 0) return undefined;
    const until = performance.now() + SLICE_MS;
    const again = await this.connectors.withStore(
      retailerId,
      async (connector, store) => ({ at: await this.workOnEach(connector, store, offers, until) }),
      'brief',
    );
    return again ? again.at : new Date(Date.now() + PARKED_MS);
  }

  /** An offer that fails does not keep the others from being worked on, unless the platform wants a pause. */
  private async workOnEach(
    connector: StoreConnector,
    store: OpenStore,
    offers: readonly OfferRow[],
    until: number,
  ): Promise<Date | undefined> {
    const { discounts } = connector;
    const dates: (Date | undefined)[] = offers.map(closesAt);
    const errors: unknown[] = [];
    for (const offer of offers) {
      try {
        if (discounts) dates.push(await this.workOn({ discounts, store }, offer, until));
        else await this.refuse(offer, 'The platform of the store has no discounts that the service can make.');
      } catch (error) {
        errors.push(error);
        if (connector.retryAfterSeconds(error) !== undefined) break;
      }
    }
    if (errors.length > 0) throw errors[0];
    return earliest(dates);
  }

  private async workOn(at: DiscountStore, offer: OfferRow, until: number): Promise<Date | undefined> {
    try {
      if (offer.status === 'open') {
        const again = await this.minter.mint(at, offer, until);
        if (again) return again;
      }
      return await this.endings.end(at, offer, until);
    } catch (error) {
      if (!isRefused(error)) throw error;
      await this.refuse(offer, error.message);
      return undefined;
    }
  }

  /** A closing offer that is refused has nothing on the store that could be removed. */
  private async refuse(offer: OfferRow, problem: string): Promise<void> {
    await this.repository.change(offer, { problem, status: offer.status === 'closing' ? 'closed' : 'refused' });
    // Emails that wait for a code go by the fallback now.
    this.listeners.notify(offer.retailerId);
  }
}

/** When an offer that triggered executions may join no longer accepts any. */
const closesAt = ({ status, acceptsUntil }: OfferRow): Date | undefined =>
  status === 'open' && acceptsUntil ? acceptsUntil : undefined;

function earliest(dates: readonly (Date | undefined)[]): Date | undefined {
  const given = dates.filter((date) => date !== undefined);
  return given.length > 0 ? new Date(Math.min(...given.map((date) => date.getTime()))) : undefined;
}
