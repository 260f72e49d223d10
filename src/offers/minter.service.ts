import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { DiscountRefusedError, type DiscountConnector, type DiscountRule } from '../stores/discounts.js';
import type { OpenStore } from '../stores/store-connector.js';
import { announce } from './minting-observer.js';
import { MintingRepository, type OpenBatch } from './minting.repository.js';
import { OfferListenersService } from './offer-listeners.service.js';
import { offerLabel } from './offer-label.js';
import { OfferMetrics } from './offer.metrics.js';
import { replaceTaken } from './offer-texts.js';
import type { OfferRow } from './offer.entity.js';

/** A store with the discounts of its platform. */
export interface DiscountStore {
  readonly discounts: DiscountConnector<OpenStore>;
  readonly store: OpenStore;
}

/** The clock of the store may be behind ours, and a discount must not begin late. */
const EARLIER_MS = 300_000;

/**
 * Mints the codes of offers. Everything that a call needs is committed before the call, every call is idempotent, and
 * its answer is committed after it: so a run after a crash repeats the call and goes on.
 */
@Injectable()
export class MinterService {
  constructor(
    private readonly database: Database,
    private readonly repository: MintingRepository,
    private readonly listeners: OfferListenersService,
    private readonly metrics: OfferMetrics,
  ) {}

  /** Mints the missing codes of an open offer until `until`. Returns when it wants to run again. */
  async mint(at: DiscountStore, offer: OfferRow, until: number): Promise<Date | undefined> {
    if (offer.endsAt.getTime() <= Date.now()) return undefined;
    if (await this.database.transaction(offer.retailerId, (tx) => this.repository.plan(tx, offer))) announce('planned');
    return this.mintAll(at, offer, until, false);
  }

  /** Learns about every batch that the store may have codes of. */
  learn(at: DiscountStore, offer: OfferRow, until: number): Promise<Date | undefined> {
    return this.mintAll(at, offer, until, true);
  }

  /** The platform's id of the discount. Undefined if nothing was planned. */
  async discountIdOf({ discounts, store }: DiscountStore, offer: OfferRow): Promise<string | undefined> {
    if (offer.discountId !== null) return offer.discountId;
    const first = await this.repository.firstBatch(offer);
    if (!first) return undefined;
    await this.repository.change(offer, { called: true });
    announce('creating');
    const discountId = await discounts.create(store, ruleOf(offer), first);
    announce('created');
    await this.repository.change(offer, { discountId });
    return discountId;
  }

  private async mintAll(
    at: DiscountStore,
    offer: OfferRow,
    until: number,
    calledOnly: boolean,
  ): Promise<Date | undefined> {
    const discountId = await this.discountIdOf(at, offer);
    if (discountId === undefined) return undefined;
    for (;;) {
      const batch = await this.repository.nextBatch(offer, calledOnly);
      if (!batch) return undefined;
      if (performance.now() > until) return new Date();
      const again = await this.mintBatch(at, discountId, batch);
      if (again) return again;
    }
  }

  /** Returns when to ask again for a batch that the store is still working on. */
  private async mintBatch(
    { discounts, store }: DiscountStore,
    discountId: string,
    batch: OpenBatch,
  ): Promise<Date | undefined> {
    if (!batch.called) await this.repository.changeBatch(batch, { called: true });
    announce('minting');
    const minting = await discounts.mint(store, discountId, batch);
    announce('minted');
    if (minting.status === 'pending') return new Date(Date.now() + minting.retryAfterSeconds * 1_000);
    if (minting.status === 'taken') {
      await this.repository.changeBatch(batch, { texts: replaceTaken(batch.texts, minting.texts) });
      return undefined;
    }
    const { retailerId } = batch;
    const stored = await this.database.transaction(retailerId, (tx) => {
      tx.afterCommit(() => this.listeners.notify(retailerId));
      return this.repository.store(tx, batch, minting.codes);
    });
    this.metrics.count(retailerId, 'minted', stored);
    announce('stored');
    return undefined;
  }
}

/** The key is short, because merchants see the title; 48 bits of the id are enough within one store. */
function ruleOf({ id, sequenceId, terms, language, currency, startsAt, endsAt }: OfferRow): DiscountRule {
  const key = `RK-${id.replaceAll('-', '').slice(0, 12).toUpperCase()}`;
  const { kind, value, minimum } = terms;
  return {
    key,
    title: `${sequenceId}: ${offerLabel({ kind, value, currency }, language)} (${key})`,
    kind,
    value: value === undefined ? null : String(value),
    currency,
    minimum: minimum ?? null,
    startsAt: new Date(startsAt.getTime() - EARLIER_MS),
    endsAt,
  };
}

export const isRefused = (error: unknown): error is DiscountRefusedError => error instanceof DiscountRefusedError;
