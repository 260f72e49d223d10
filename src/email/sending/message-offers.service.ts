import { Injectable } from '@nestjs/common';
import { groupBy } from '#libs/kernel';
import { type OfferAnswer, OffersService } from '../../offers/offers.service.js';
import type { HeldMessage } from '../ledger/ledger.repository.js';
import { BrandProfileService } from '../templates/brand-profile.service.js';
import { mentionsOffer } from '../templates/compiled-email.js';
import type { ScopeOffer } from '../templates/scope.js';
import { TemplateCacheService } from '../templates/template-cache.service.js';
import { LedgerService } from './ledger.service.js';
import { RefusalsService } from './refusals.service.js';
import { WaitingMessagesService } from './waiting-messages.service.js';

/** The offers that emails show, by the id of the message. */
export type MessageOffers = ReadonlyMap<string, ScopeOffer>;

/** What becomes of a message of an execution with an offer. */
type Fate =
  | { readonly kind: 'make'; readonly offer?: ScopeOffer }
  | { readonly kind: 'wait'; readonly since: Date; readonly until: Date }
  | { readonly kind: 'skip' };

/** A waiting message is looked at so often even if nobody says that its code is there. */
const LOOK_AGAIN_MS = 30_000;

/** Gets the codes that emails show. A message whose code is not ready waits in the queue and blocks no other. */
@Injectable()
export class MessageOffersService {
  constructor(
    private readonly offers: OffersService,
    private readonly brands: BrandProfileService,
    private readonly templates: TemplateCacheService,
    private readonly ledger: LedgerService,
    private readonly refusals: RefusalsService,
    private readonly waiting: WaitingMessagesService,
  ) {}

  /**
   * The messages that can be made now, with their offers. Messages of one retailer. The others are queued again, or
   * skipped where their sequence wants no email without the offer.
   */
  async sort(messages: readonly HeldMessage[]): Promise<{ ready: readonly HeldMessage[]; offers: MessageOffers }> {
    const asking = await this.askingIn(messages);
    if (asking.length === 0) return { ready: messages, offers: NO_OFFERS };
    // A code is not minted for somebody who may not be emailed.
    const left = new Set(await this.refusals.sort(asking));
    const fates = await this.fatesOf([...left]);
    const isAsking = new Set(asking);
    const offers = new Map<string, ScopeOffer>();
    const waiting: { message: HeldMessage; since: Date; until: Date }[] = [];
    const skipped: HeldMessage[] = [];
    const ready = messages.filter((message) => {
      if (isAsking.has(message) && !left.has(message)) return false;
      const fate = fates.get(message.id) ?? MAKE;
      if (fate.kind === 'wait') waiting.push({ message, ...fate });
      else if (fate.kind === 'skip') skipped.push(message);
      else if (fate.offer) offers.set(message.id, fate.offer);
      return fate.kind === 'make';
    });
    await this.ledger.putOff(waiting, skipped);
    await this.wakeAgain(waiting.map(({ message }) => message));
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

  /** What became known while the messages were put off has woken none of them. */
  private async wakeAgain(messages: readonly HeldMessage[]): Promise<void> {
    const [first] = messages;
    if (!first) return;
    const waits = groupBy(messages, ({ executionId, offerPlace }) => `${executionId} ${offerPlace}`);
    const offers = [...waits.values()].flatMap(([one]) =>
      one ? [{ executionId: one.executionId, place: one.offerPlace }] : [],
    );
    if (await this.offers.isAnswered(first.retailerId, offers)) await this.waiting.wake(first.retailerId);
  }

  /** The messages whose emails show an offer, if their execution has any. */
  private async askingIn(messages: readonly HeldMessage[]): Promise<HeldMessage[]> {
    const [first] = messages;
    if (!first) return [];
    const executionIds = await this.offers.executionsWithOffer(
      first.retailerId,
      messages.map(({ executionId }) => executionId),
    );
    const asking: HeldMessage[] = [];
    for (const message of messages) {
      if (executionIds.has(message.executionId) && (await this.mentionsOffer(message))) asking.push(message);
    }
    return asking;
  }

  private async fatesOf(asking: readonly HeldMessage[]): Promise<ReadonlyMap<string, Fate>> {
    const [first] = asking;
    if (!first) return NO_FATES;
    const { storeUrl } = await this.brands.profile(first.retailerId, first.brandId);
    const answers = await this.offers.forMessages(first.retailerId, asking, storeUrl);
    const now = new Date();
    return new Map(asking.map((message, index) => [message.id, fateOf(message, answers[index], now)]));
  }

  private async mentionsOffer({ retailerId, templateId }: HeldMessage): Promise<boolean> {
    const template = await this.templates.get(retailerId, templateId);
    return template !== undefined && mentionsOffer(template);
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
