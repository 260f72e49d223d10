import { Injectable } from '@nestjs/common';
import { Database, lockEach, type Tx } from '#libs/database';
import { groupBy, GroupCommit } from '#libs/kernel';
import { LOCKS } from '../../database/locks.js';
import { EligibilityService as Eligible } from '../decision/eligibility.service.js';
import { RecipientOutcomesService } from '../consent/recipient-outcomes.service.js';
import { HeldMessagesService } from './held-messages.service.js';
import { announce } from './ledger-observer.js';
import { type Begun, change, unasked } from './message-change.js';
import {
  type HeldMessage,
  LedgerRepository,
  type MessageChange,
  type WaitReason,
} from '../ledger/ledger.repository.js';
import { SendRatesRepository } from '../ledger/send-rates.repository.js';

interface Beginning {
  readonly message: HeldMessage;
  /** Set by the group commit. */
  begun: Begun;
}

interface Ending {
  readonly change: MessageChange;
  /** An address to suppress. */
  readonly deadAddress: string | undefined;
}

/** The next group forms while one is being committed. Two at a time would be half as large and cost twice as much. */
const GROUPS = { maxInFlight: 1, maxItems: 100 };
const LOST: Begun = { verdict: 'lost' };

/**
 * The send ledger. A message is claimed, marked as sending, handed to the mail server, and settled, in this order. So
 * after a crash the row shows how far the message came: `queued` means that no mail server has accepted it.
 */
@Injectable()
export class LedgerService {
  private readonly beginnings = new GroupCommit<Beginning>((group) => this.beginAll(group), GROUPS);
  private readonly endings = new GroupCommit<Ending>((group) => this.settleAll(group), GROUPS);

  constructor(
    private readonly database: Database,
    private readonly held: HeldMessagesService,
    private readonly repository: LedgerRepository,
    private readonly rates: SendRatesRepository,
    private readonly eligible: Eligible,
    private readonly outcomes: RecipientOutcomesService,
  ) {}

  /**
   * Leases due messages, as many as the rates allow. If the rates allow none, `waitMs` is the pause before the next
   * call.
   */
  async claim(retailerId: string, limit: number): Promise<{ messages: HeldMessage[]; waitMs?: number }> {
    await this.held.ready();
    // Across retailers, because the rate of the whole service is a row without a retailer.
    const result = await this.database.transactionAcrossRetailers(async (tx) => {
      const { emails, waitMs } = await this.rates.allow(tx, retailerId, limit);
      if (emails === 0) return { messages: [], waitMs };
      const messages = await this.held.lease(tx, retailerId, emails);
      await this.rates.pay(tx, retailerId, messages.length);
      return { messages };
    });
    this.held.keep(result.messages);
    announce('claimed', result.messages);
    return result;
  }

  /**
   * Decides whether the message may be sent now, and writes the decision. After `send` the message is marked as
   * sending: the caller must hand it over and `settle` it. After `lost` this worker no longer has the lease.
   */
  async begin(message: HeldMessage): Promise<Begun> {
    const item: Beginning = { message, begun: LOST };
    try {
      await this.beginnings.add(item);
    } finally {
      if (item.begun.verdict !== 'send') this.held.release(message);
    }
    if (item.begun.verdict === 'send') announce('sending', [message]);
    return item.begun;
  }

  /** Marks a message that can't be made as failed. No mail server is involved. */
  async fail(message: HeldMessage, reason: string): Promise<void> {
    await this.database.transaction(message.retailerId, async (tx) => {
      const held = await this.repository.lockHeld(tx, this.held.worker, message.retailerId, [message.id]);
      if (held.has(message.id)) await this.repository.decide(tx, [change(message, 'failed', { reason })]);
    });
    this.held.release(message);
  }

  /** Queues messages again until later, and skips those that must not go without their offer. */
  async putOff(
    waiting: readonly { readonly message: HeldMessage; readonly since: Date; readonly until: Date }[],
    skipped: readonly HeldMessage[],
    reason: WaitReason = 'offer_pending',
  ): Promise<void> {
    const messages = [...waiting.map(({ message }) => message), ...skipped];
    const [first] = messages;
    if (!first) return;
    const ids = messages.map(({ id }) => id);
    await this.database.transaction(first.retailerId, async (tx) => {
      const held = await this.repository.lockHeld(tx, this.held.worker, first.retailerId, ids);
      const mine = waiting.filter(({ message }) => held.has(message.id));
      await this.repository.putOff(
        tx,
        first.retailerId,
        mine.map(({ message: { id }, since, until }) => ({ id, since, until })),
        reason,
      );
      const left = skipped.filter(({ id }) => held.has(id));
      await this.repository.decide(
        tx,
        left.map((message) => change(message, 'skipped', { reason: 'no_offer' })),
      );
    });
    for (const message of messages) this.held.release(message);
  }

  /** Writes the outcome of a message that was marked as sending. */
  async settle(
    message: HeldMessage,
    outcome: Partial<MessageChange> & Pick<MessageChange, 'status'>,
    deadAddress?: string,
  ): Promise<void> {
    await this.endings.add({ change: { ...change(message, outcome.status), ...outcome }, deadAddress });
    this.held.release(message);
    announce('settled', [message]);
  }

  /** Lets other workers claim the retailer's messages that this worker has claimed and not begun. */
  giveUp(retailerId: string): void {
    this.held.releaseAll(retailerId);
  }

  /** For a message whose outcome can't be written. Its lease runs out, and the sweep marks it as unknown. */
  loseSightOf(message: HeldMessage): void {
    this.held.release(message);
  }

  private async beginAll(group: readonly Beginning[]): Promise<void> {
    await this.held.markMonths(group.map(({ message }) => message));
    await this.database.transactionAcrossRetailers(async (tx) => {
      const capped = group.filter(({ message }) => message.frequencyCap && message.mode === 'live');
      await lockEach(
        tx,
        LOCKS.emails,
        capped.map(({ message }) => `${message.retailerId}/${message.customerId}`),
      );
      for (const items of groupBy(group, ({ message }) => message.executionId).values()) {
        for (const round of oncePerCustomer(items)) await this.beginRound(tx, round);
      }
      announce(
        'before_sending',
        group.map(({ message }) => message),
      );
    });
  }

  /** Decides messages of one dispatch. With a frequency cap, no two of the messages go to the same customer. */
  private async beginRound(tx: Tx, items: readonly Beginning[]): Promise<void> {
    const [first] = items;
    if (!first) return;
    const { retailerId } = first.message;
    const held = await this.repository.lockHeld(
      tx,
      this.held.worker,
      retailerId,
      items.map(({ message }) => message.id),
    );
    const mine = items.filter(({ message }) => held.has(message.id));
    const candidates = mine.map(({ message }) => ({ ...message, key: message.id, message }));
    const decisions = await this.eligible.decide(tx, retailerId, first.message, candidates);
    for (const item of items) item.begun = decisions.get(item.message.id) ?? LOST;
    await this.repository.decide(
      tx,
      mine.map(({ message, begun }) => transitionOf(message, begun)),
    );
    if (first.message.mode === 'live') await this.outcomes.withoutConsent(tx, first.message, unasked(mine));
  }

  /** Runs one statement, unless addresses have to be suppressed or messages return to the queue. */
  private async settleAll(group: readonly Ending[]): Promise<void> {
    const changes = group.map((item) => item.change);
    const deferred = changes.filter(({ status }) => status === 'queued');
    if (deferred.length === 0 && !group.some((item) => item.deadAddress)) {
      announce('before_settled', changes);
      await this.repository.settle(this.database.acrossRetailers, this.held.worker, changes);
      return;
    }
    await this.database.transactionAcrossRetailers(async (tx) => {
      if (deferred.length > 0) await this.repository.requeue(tx, this.held.worker, deferred);
      await this.repository.settle(
        tx,
        this.held.worker,
        changes.filter(({ status }) => status !== 'queued'),
      );
      for (const { change: row, deadAddress } of group) {
        if (deadAddress) await this.outcomes.bounced(tx, row, deadAddress);
      }
      announce('before_settled', changes);
    });
  }
}

/**
 * With a frequency cap, splits the messages into rounds that have each customer once: a decision about a customer has
 * to be written before the next decision about the same customer.
 */
function oncePerCustomer(items: readonly Beginning[]): Beginning[][] {
  if (!items[0]?.message.frequencyCap) return [[...items]];
  const rounds: Beginning[][] = [];
  for (const sameCustomer of groupBy(items, ({ message }) => message.customerId).values()) {
    sameCustomer.forEach((item, index) => (rounds[index] ??= []).push(item));
  }
  return rounds;
}

function transitionOf(message: HeldMessage, begun: Begun): MessageChange {
  if (begun.verdict === 'send') return change(message, 'sending', { address: begun.email });
  if (begun.verdict === 'wait') return change(message, 'queued', { dueAt: begun.until, reason: 'quiet_hours' });
  return change(message, 'skipped', { reason: begun.verdict === 'skip' ? begun.reason : null });
}
