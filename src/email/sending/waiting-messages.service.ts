import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobProducer } from '#libs/queue';
import { OfferListenersService } from '../../offers/offer-listeners.service.js';
import { LedgerQueries } from '../ledger/ledger.queries.js';
import { LedgerRepository, type WaitReason } from '../ledger/ledger.repository.js';

/** Messages that new codes or images wake at once. */
const WOKEN = 1_000;

/** Wakes messages that wait for codes, and answers to offers who has got an email. */
@Injectable()
export class WaitingMessagesService implements OnModuleInit {
  constructor(
    private readonly listeners: OfferListenersService,
    private readonly repository: LedgerRepository,
    private readonly queries: LedgerQueries,
    private readonly jobs: JobProducer,
  ) {}

  onModuleInit(): void {
    this.listeners.onMinted((retailerId) => void this.wake(retailerId).catch(() => undefined));
    this.listeners.askReached((sql, retailerId, offer, customerIds) =>
      this.queries.reachedWith(sql, retailerId, offer, customerIds),
    );
  }

  async wake(retailerId: string, reason: WaitReason = 'offer_pending'): Promise<number> {
    const woken = await this.repository.wake(retailerId, new Date(), WOKEN, reason);
    if (woken > 0) this.jobs.enqueue('email.send', { retailerId });
    return woken;
  }

  async wakeAll(retailerId: string, reason: WaitReason): Promise<void> {
    let woken = WOKEN;
    while (woken === WOKEN) woken = await this.wake(retailerId, reason);
  }
}
