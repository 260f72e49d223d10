import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobProducer } from '#libs/queue';
import { OfferListenersService } from '../../offers/offer-listeners.service.js';
import { LedgerQueries } from '../ledger/ledger.queries.js';
import { LedgerRepository } from '../ledger/ledger.repository.js';

/** Messages that new codes wake at once. */
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

  async wake(retailerId: string): Promise<void> {
    const woken = await this.repository.wake(retailerId, new Date(), WOKEN);
    if (woken > 0) this.jobs.enqueue('email.send', { retailerId });
  }
}
