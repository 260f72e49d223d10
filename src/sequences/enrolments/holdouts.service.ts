import { Injectable } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import { groupBy } from '#libs/kernel';
import { type Mailbox, RecipientQueries } from '../../commerce/queries/recipient.queries.js';
import { EmailService } from '../../email/email.service.js';
import type { SkipReason } from '../../email/ledger/message.entity.js';
import { AssignmentsService, type Governing } from '../../lift/experiments/assignments.service.js';
import type { Entrant } from '../../lift/experiments/govern.js';
import { AudienceQueries } from '../../segmentation/membership/audience.queries.js';
import type { Choice } from '../runs/entry.js';
import { rulesOf, type Run } from '../runs/run.js';

/** Why entering customers get nothing, by customer. Those who may get the sequence are not in it. */
export type Refusals = ReadonlyMap<string, SkipReason>;

/**
 * Decides which entering customers an experiment holds back. The checks come before the assignment and are the same for
 * both groups, so the groups differ in nothing but the emails.
 */
@Injectable()
export class HoldoutsService {
  constructor(
    private readonly customers: RecipientQueries,
    private readonly audiences: AudienceQueries,
    private readonly email: EmailService,
    private readonly assignments: AssignmentsService,
  ) {}

  /**
   * The experiments that decide about entries into this run. Undefined where there are none. With `locked`, nobody
   * else assigns or ends them before the transaction ends.
   */
  governing(sql: Sql, run: Run, locked: boolean): Promise<Governing | undefined> {
    return this.assignments.governing(sql, nameOf(run), locked);
  }

  /** Assigns the entering customers who pass the checks, and records their groups. */
  async assign(tx: Tx, run: Run, governing: Governing, choice: Choice): Promise<Refusals> {
    const { retailerId } = run;
    const entrantOf = await this.people(tx, retailerId, choice);
    const failing = await this.failing(tx, run, governing.now, choice.entering);
    const passing = choice.entering.filter((id) => !failing.has(id)).map(entrantOf);
    const into = { ...nameOf(run), executionId: run.id, sequenceVersion: run.sequenceVersion };
    const held = await this.assignments.assign(tx, into, governing, passing);
    await this.assignments.join(tx, retailerId, governing, choice.leftOut.map(entrantOf));
    return new Map<string, SkipReason>([...failing, ...held]);
  }

  /** As `assign`, for these of the choice, without writing anything. */
  async preview(
    tx: Tx,
    run: Run,
    governing: Governing,
    choice: Choice,
    customerIds: readonly string[],
  ): Promise<Refusals> {
    const entrantOf = await this.people(tx, run.retailerId, choice);
    const failing = await this.failing(tx, run, governing.now, customerIds);
    const passing = customerIds.filter((id) => !failing.has(id)).map(entrantOf);
    const held = await this.assignments.preview(tx, run, governing, passing);
    return new Map<string, SkipReason>([...failing, ...held]);
  }

  /**
   * The customers who fail a check, with the first reason: no longer in the segment, or refused by the rules of
   * sending as of now. A quiet hour is no refusal.
   */
  private async failing(tx: Tx, run: Run, now: Date, customerIds: readonly string[]): Promise<Map<string, SkipReason>> {
    const { retailerId, segmentId } = run;
    const members = segmentId
      ? await this.audiences.membersAmong(tx, retailerId, segmentId, customerIds)
      : new Set(customerIds);
    const decisions = await this.email.decide(tx, retailerId, { ...rulesOf(run), segmentId: null }, customerIds, now);
    const failing = new Map<string, SkipReason>();
    for (const id of customerIds) {
      const decision = decisions.get(id);
      if (!members.has(id)) failing.set(id, 'left_segment');
      else if (decision?.verdict === 'skip') failing.set(id, decision.reason);
    }
    return failing;
  }

  /** Candidates with all records of their person. */
  private async people(
    tx: Tx,
    retailerId: string,
    { entering, leftOut }: Choice,
  ): Promise<(customerId: string) => Entrant> {
    const candidates = new Set([...entering, ...leftOut]);
    const mailboxes = await this.customers.withSameAddress(tx, retailerId, [...candidates]);
    const byAddress = groupBy(mailboxes, addressOf);
    const byId = new Map(mailboxes.map((mailbox) => [mailbox.id, mailbox]));
    return (customerId) => {
      const own = byId.get(customerId);
      const records = own ? (byAddress.get(addressOf(own)) ?? []).map(({ id }) => id) : [customerId];
      const [hashedId = customerId] = records.filter((id) => candidates.has(id)).toSorted();
      return { customerId, records, hashedId };
    };
  }
}

/** Customers without an address share none. */
const addressOf = ({ id, email }: Mailbox): string => email ?? id;

const nameOf = ({ retailerId, sequenceId, definition }: Run) => ({
  retailerId,
  sequenceId,
  brandId: definition.brandId,
});
