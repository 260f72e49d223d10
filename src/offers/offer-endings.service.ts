import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { announce } from './minting-observer.js';
import { type LooseCode, MintingRepository } from './minting.repository.js';
import { type DiscountStore, MinterService } from './minter.service.js';
import type { OfferExecution } from './offer-execution.entity.js';
import { OfferListenersService } from './offer-listeners.service.js';
import { OfferMetrics } from './offer.metrics.js';
import type { OfferRow } from './offer.entity.js';

/** An offer whose discount on the store is known. */
interface Discounted {
  readonly offer: OfferRow;
  readonly discountId: string;
}

/** Removes codes that are no longer needed from the store. */
@Injectable()
export class OfferEndingsService {
  constructor(
    private readonly database: Database,
    private readonly repository: MintingRepository,
    private readonly minter: MinterService,
    private readonly listeners: OfferListenersService,
    private readonly metrics: OfferMetrics,
  ) {}

  /**
   * Removes the codes of ended executions that nobody was sent, or all of them where the admin asked for it. A closing
   * offer also loses the codes that were never assigned. Returns when it wants to run again.
   */
  async end(at: DiscountStore, offer: OfferRow, until: number): Promise<Date | undefined> {
    const isClosing = offer.status === 'closing';
    const ended = await this.repository.ended(offer);
    if (ended.length === 0 && !isClosing) return undefined;
    const discounted = await this.onStore(at, offer);
    if (discounted) {
      for (const execution of ended) {
        await this.remove(at, discounted, execution.executionId, (codes) => this.unneeded(offer, execution, codes));
      }
      const again = isClosing ? await this.clear(at, discounted, until) : undefined;
      if (again) return again;
    }
    for (const execution of ended) await this.repository.markCleared(execution);
    if (isClosing) await this.repository.change(offer, { status: 'closed' });
    return undefined;
  }

  /** Undefined where nothing was minted, or where the codes have ended by themselves. */
  private async onStore(at: DiscountStore, offer: OfferRow): Promise<Discounted | undefined> {
    const stored = await this.repository.find(offer);
    if (!stored?.called || stored.endsAt.getTime() <= Date.now()) return undefined;
    const discountId = await this.minter.discountIdOf(at, stored);
    return discountId === undefined ? undefined : { offer: stored, discountId };
  }

  /**
   * Removes the codes that were never assigned, also those whose minting was interrupted. If no customer was sent
   * a code, the whole discount is stopped instead.
   */
  private async clear(at: DiscountStore, known: Discounted, until: number): Promise<Date | undefined> {
    const { offer, discountId } = known;
    if (await this.repository.isUnused(offer)) {
      await at.discounts.deactivate(at.store, discountId);
      announce('removed');
      this.metrics.count(offer.retailerId, 'deactivated', await this.repository.deactivateAll(offer));
      return undefined;
    }
    const again = await this.minter.learn(at, offer, until);
    if (again) return again;
    await this.remove(at, known, null, (codes) => Promise.resolve(codes));
    return undefined;
  }

  private async remove(
    { discounts, store }: DiscountStore,
    { offer, discountId }: Discounted,
    executionId: string | null,
    choose: (codes: readonly LooseCode[]) => Promise<readonly LooseCode[]>,
  ): Promise<void> {
    let after = '';
    for (;;) {
      const live = await this.repository.liveCodes(offer, executionId, after);
      const last = live.at(-1);
      if (!last) return;
      after = last.code;
      const codes = (await choose(live)).map(({ code }) => code);
      if (codes.length === 0) continue;
      await discounts.removeCodes(store, discountId, codes);
      announce('removed');
      this.metrics.count(offer.retailerId, 'deactivated', await this.repository.deactivate(offer, codes));
    }
  }

  /** A code without a customer is that of an erased one, who may have it in the mailbox. */
  private async unneeded(
    { place }: OfferRow,
    { retailerId, executionId, revokeSent }: OfferExecution,
    codes: readonly LooseCode[],
  ): Promise<readonly LooseCode[]> {
    if (revokeSent) return codes;
    const customerIds = codes.flatMap(({ customerId }) => customerId ?? []);
    const sql = this.database.of(retailerId);
    const reached = await this.listeners.reached(sql, retailerId, { executionId, place }, customerIds);
    return codes.filter(({ customerId }) => customerId !== null && !reached.has(customerId));
  }
}
