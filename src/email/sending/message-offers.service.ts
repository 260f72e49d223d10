import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobProducer } from '#libs/queue';
import { OfferListenersService } from '../../offers/offer-listeners.service.js';
import { type OfferAnswer, OffersService } from '../../offers/offers.service.js';
import { LedgerQueries } from '../ledger/ledger.queries.js';
import { type HeldMessage, LedgerRepository } from '../ledger/ledger.repository.js';
import { BrandProfileService } from '../templates/brand-profile.service.js';
import { mentionsOffer } from '../templates/compiled-email.js';
import type { ScopeOffer } from '../templates/scope.js';
import { TemplateCacheService } from '../templates/template-cache.service.js';
import { LedgerService } from './ledger.service.js';

/** The offers that emails show, by the id of the message. */
export type MessageOffers = ReadonlyMap<string, ScopeOffer>;

/** What becomes of a message of an execution with an offer. */
type Fate =
  | { readonly kind: 'make'; readonly offer?: ScopeOffer }
  | { readonly kind: 'wait'; readonly since: Date; readonly until: Date }
  | { readonly kind: 'skip' };

/** A waiting message is looked at so often even if nobody says that its code is there. */
const LOOK_AGAIN_MS = 30_000;
/** Messages that new codes wake at once. */
const WOKEN = 1_000;

/** Gets the codes that emails show. A message whose code is not ready waits in the queue and blocks no other. */
@Injectable()
export class MessageOffersService implements OnModuleInit {
  constructor(
    private readonly offers: OffersService,
    private readonly listeners: OfferListenersService,
    private readonly brands: BrandProfileService,
    private readonly templates: TemplateCacheService,
    private readonly ledger: LedgerService,
    private readonly repository: LedgerRepository,
    private readonly queries: LedgerQueries,
    private readonly jobs: JobProducer,
  ) {}

  onModuleInit(): void {
    this.listeners.onMinted((retailerId) => void this.wake(retailerId).catch(() => undefined));
    this.listeners.askReached(async (sql, retailerId, executionId, customerIds) => {
      const reached = await this.queries.reached(sql, retailerId, customerIds, [executionId]);
      return new Set(reached.map(({ customerId }) => customerId));
    });
  }

  /**
   * The messages that can be made now, with their offers. Messages of one retailer. The others are queued again, or
   * skipped where their sequence wants no email without the offer.
   */
  async sort(messages: readonly HeldMessage[]): Promise<{ ready: readonly HeldMessage[]; offers: MessageOffers }> {
    const fates = await this.fatesOf(messages);
    if (fates.size === 0) return { ready: messages, offers: NO_OFFERS };
    const offers = new Map<string, ScopeOffer>();
    const waiting: { message: HeldMessage; since: Date; until: Date }[] = [];
    const skipped: HeldMessage[] = [];
    const ready = messages.filter((message) => {
      const fate = fates.get(message.id) ?? MAKE;
      if (fate.kind === 'wait') waiting.push({ message, ...fate });
      else if (fate.kind === 'skip') skipped.push(message);
      else if (fate.offer) offers.set(message.id, fate.offer);
      return fate.kind === 'make';
    });
    await this.ledger.putOff(waiting, skipped);
    return { ready, offers };
  }

  /** The offers that these messages of one retailer showed, if their codes still work. */
  async shown(messages: readonly HeldMessage[]): Promise<MessageOffers> {
    const [first] = messages;
    if (!first) return NO_OFFERS;
    const { storeUrl } = await this.brands.profile(first.retailerId, first.brandId);
    const answers = await this.offers.forMessages(first.retailerId, messages, storeUrl, false);
    const ready = messages.flatMap(({ id }, index): [string, ScopeOffer][] => {
      const answer = answers[index];
      return answer?.status === 'ready' ? [[id, answer.offer]] : [];
    });
    return new Map(ready);
  }

  private async fatesOf(messages: readonly HeldMessage[]): Promise<ReadonlyMap<string, Fate>> {
    const [first] = messages;
    if (!first) return NO_FATES;
    const { retailerId } = first;
    const executionIds = await this.offers.executionsWithOffer(
      retailerId,
      messages.map(({ executionId }) => executionId),
    );
    if (executionIds.size === 0) return NO_FATES;
    const asking: HeldMessage[] = [];
    for (const message of messages) {
      if (executionIds.has(message.executionId) && (await this.mentionsOffer(message))) asking.push(message);
    }
    if (asking.length === 0) return NO_FATES;
    const { storeUrl } = await this.brands.profile(retailerId, first.brandId);
    const answers = await this.offers.forMessages(retailerId, asking, storeUrl);
    const now = new Date();
    return new Map(asking.map((message, index) => [message.id, fateOf(message, answers[index], now)]));
  }

  private async mentionsOffer({ retailerId, templateId }: HeldMessage): Promise<boolean> {
    const template = await this.templates.get(retailerId, templateId);
    return template !== undefined && mentionsOffer(template);
  }

  private async wake(retailerId: string): Promise<void> {
    if ((await this.repository.wake(retailerId, new Date(), WOKEN)) > 0)
      this.jobs.enqueue('email.send', { retailerId });
  }
}

function fateOf(message: HeldMessage, answer: OfferAnswer | undefined, now: Date): Fate {
  if (!answer) return MAKE;
  if (answer.status === 'ready') return { kind: 'make', offer: answer.offer };
  const since = message.waitingSince ?? message.dueAt;
  const deadline = answer.status === 'pending' ? since.getTime() + answer.waitSeconds * 1_000 : 0;
  if (now.getTime() < deadline) {
    return { kind: 'wait', since, until: new Date(Math.min(deadline, now.getTime() + LOOK_AGAIN_MS)) };
  }
  return answer.fallback === 'send' ? MAKE : { kind: 'skip' };
}

const MAKE: Fate = { kind: 'make' };
const NO_FATES: ReadonlyMap<string, Fate> = new Map();
const NO_OFFERS: MessageOffers = new Map();
