import { Injectable } from '@nestjs/common';
import { Database, type Sql, type Tx } from '#libs/database';
import { groupBy } from '#libs/kernel';
import type { Eligibility } from '../decision/decide.js';
import { EligibilityService } from '../decision/eligibility.service.js';
import { lastingRules } from '../decision/lasting-rules.js';
import { RecipientOutcomesService } from '../consent/recipient-outcomes.service.js';
import { type HeldMessage, LedgerRepository } from '../ledger/ledger.repository.js';
import { HeldMessagesService } from './held-messages.service.js';
import { change, unasked } from './message-change.js';

/** Skips messages before anything is made for them. */
@Injectable()
export class RefusalsService {
  constructor(
    private readonly database: Database,
    private readonly held: HeldMessagesService,
    private readonly repository: LedgerRepository,
    private readonly eligible: EligibilityService,
    private readonly outcomes: RecipientOutcomesService,
  ) {}

  /**
   * Skips the live messages of one retailer whose recipients may get no emails at all, and returns the others. Other
   * rules count when the others are sent.
   */
  async sort(messages: readonly HeldMessage[]): Promise<readonly HeldMessage[]> {
    const gone = new Set<string>();
    for (const group of groupBy(messages, ({ executionId }) => executionId).values()) {
      const [first] = group;
      if (first?.mode !== 'live') continue;
      const refused = refusedIn(group, await this.decide(this.database.of(first.retailerId), first, group));
      if (refused.length === 0) continue;
      const skipped = await this.database.transaction(first.retailerId, (tx) => this.skip(tx, first, refused));
      for (const message of skipped) {
        this.held.release(message);
        gone.add(message.id);
      }
    }
    return gone.size === 0 ? messages : messages.filter(({ id }) => !gone.has(id));
  }

  /** Decides again with the lock: only then is the decision true when it is written. */
  private async skip(tx: Tx, first: HeldMessage, refused: readonly HeldMessage[]): Promise<readonly HeldMessage[]> {
    const ids = refused.map(({ id }) => id);
    const held = await this.repository.lockHeld(tx, this.held.worker, first.retailerId, ids);
    const mine = refused.filter(({ id }) => held.has(id));
    const decisions = await this.decide(tx, first, mine);
    const skipped = refusedIn(mine, decisions);
    await this.repository.decide(
      tx,
      skipped.map((message) => change(message, 'skipped', { reason: reasonOf(decisions.get(message.id)) })),
    );
    const people = skipped.map((message) => ({ message, begun: decisions.get(message.id) }));
    await this.outcomes.withoutConsent(tx, first, unasked(people));
    return skipped;
  }

  private decide(sql: Sql, first: HeldMessage, messages: readonly HeldMessage[]): Promise<Map<string, Eligibility>> {
    const candidates = messages.map(({ id, customerId, address }) => ({ key: id, customerId, address }));
    return this.eligible.decide(sql, first.retailerId, lastingRules(first), candidates);
  }
}

const refusedIn = (messages: readonly HeldMessage[], decisions: ReadonlyMap<string, Eligibility>) =>
  messages.filter(({ id }) => decisions.get(id)?.verdict === 'skip');

const reasonOf = (decision: Eligibility | undefined) => (decision?.verdict === 'skip' ? decision.reason : null);
