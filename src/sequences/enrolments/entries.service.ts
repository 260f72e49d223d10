import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { RecipientQueries } from '../../commerce/queries/recipient.queries.js';
import { EmailService } from '../../email/email.service.js';
import { EnrolmentRepository } from './enrolment.repository.js';
import { type Choice, chooseEntering, type Entry, type EntryPolicy } from '../runs/entry.js';
import { PlanRepository } from '../runs/plan.repository.js';
import type { Run } from '../runs/run.js';

/** An execution that customers may enter. */
type Entered = Pick<Run, 'retailerId' | 'id' | 'sequenceId' | 'mode'>;

/**
 * Decides which customers enter an execution, by the enrolments and the send ledger. An enrolment that has ended counts
 * only if the customer was held back, or got, may have got, or will get an email of its execution. Callers that enrol
 * customers lock the sequence (`hold` or `triggeredBy` of `SequenceRepository`). So no two of them find the same
 * customer without an entry.
 */
@Injectable()
export class EntriesService {
  constructor(
    private readonly customers: RecipientQueries,
    private readonly enrolments: EnrolmentRepository,
    private readonly plans: PlanRepository,
    private readonly email: EmailService,
  ) {}

  /** One choice for each policy. For a dry run, customers in its plan count as entered. */
  async choose(
    tx: Tx,
    execution: Entered,
    customerIds: readonly string[],
    policies: readonly EntryPolicy[],
  ): Promise<Choice[]> {
    const { retailerId, id, mode } = execution;
    const mailboxes = await this.customers.withSameAddress(tx, retailerId, customerIds);
    const ids = [...new Set([...customerIds, ...mailboxes.map((mailbox) => mailbox.id)])];
    const planned = mode === 'dryRun' ? await this.plans.customersAmong(tx, retailerId, id, ids) : [];
    const inPlan = planned.map((customerId) => ({ customerId, executionId: id, ...UNDER_WAY }));
    const choices: Choice[] = [];
    for (const policy of policies) {
      const before = [...(await this.before(tx, execution, ids, policy)), ...inPlan];
      choices.push(chooseEntering(customerIds, mailboxes, before, policy, id));
    }
    return choices;
  }

  /** Ends the enrolments of customers who have left the segment, where their execution wants that. */
  async leave(tx: Tx, retailerId: string, segmentId: string, customerIds: readonly string[]): Promise<void> {
    const ended = await this.enrolments.leaveSegment(tx, retailerId, segmentId, customerIds, 'left_sequence');
    for (const { executionId, customerIds: gone } of ended) {
      await this.email.leave(tx, retailerId, executionId, gone);
    }
  }

  private async before(
    tx: Tx,
    { retailerId, sequenceId }: Entered,
    customerIds: readonly string[],
    policy: EntryPolicy,
  ): Promise<Entry[]> {
    const days = policy.policy === 'after' ? (policy.days ?? null) : null;
    const entries = await this.enrolments.entries(tx, retailerId, sequenceId, customerIds, days);
    const over = entries.filter(({ active }) => !active);
    const reached = await this.email.reached(
      tx,
      retailerId,
      [...new Set(over.map(({ customerId }) => customerId))],
      [...new Set(over.map(({ executionId }) => executionId))],
    );
    const names = new Set(reached.map(({ customerId, executionId }) => `${customerId} ${executionId}`));
    return entries.map(({ held, ...entry }) => ({
      ...entry,
      reached: held || names.has(`${entry.customerId} ${entry.executionId}`),
    }));
  }
}

const UNDER_WAY = { active: true, reached: false, recent: true };
