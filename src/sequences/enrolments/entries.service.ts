import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { RecipientQueries } from '../../commerce/queries/recipient.queries.js';
import { EmailService } from '../../email/email.service.js';
import type { NewMessage } from '../../email/ledger/message.entity.js';
import { type Enrolled, EnrolmentRepository } from './enrolment.repository.js';
import { ALREADY_RECEIVED, type Choice, chooseEntering, type Entry, type EntryPolicy } from '../runs/entry.js';
import { RunOffersService } from '../runs/run-offers.service.js';
import { PlanRepository } from '../runs/plan.repository.js';
import { decideNext } from '../runs/planner.js';
import { messageFor, rulesOf, type Run, stepsOf, trackingOf } from '../runs/run.js';
import { type StartOf, StartsService } from './starts.service.js';

/** An execution that customers may enter. */
type Entered = Pick<Run, 'retailerId' | 'id' | 'sequenceId' | 'mode'>;

/**
 * Decides which customers enter an execution, by the enrolments and the send ledger. An enrolment that has ended counts
 * only if the customer got, may have got, or will get an email of its execution. Callers that enrol customers lock the
 * sequence (`hold` or `triggeredBy` of `SequenceRepository`). So no two of them find the same customer without an
 * entry.
 */
@Injectable()
export class EntriesService {
  constructor(
    private readonly customers: RecipientQueries,
    private readonly enrolments: EnrolmentRepository,
    private readonly plans: PlanRepository,
    private readonly email: EmailService,
    private readonly starts: StartsService,
    private readonly offers: RunOffersService,
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

  /**
   * Enrols customers in a live execution and queues the messages of the first step. Returns the times at which these
   * are due.
   */
  async enrol(tx: Tx, run: Run, customerIds: readonly string[]): Promise<Date[]> {
    const fresh = await this.enrolments.enrol(tx, run, customerIds);
    await this.offers.expect(
      tx,
      run,
      fresh.map(({ customerId }) => customerId),
    );
    const messages = firstMessages(run, fresh, await this.starts.of(tx, run, customerIds));
    await this.email.enqueue(tx, run.retailerId, run.id, messages);
    return messages.map(({ sendAt }) => sendAt);
  }

  /** Records customers who received the sequence before: the execution counts them and sends them nothing. */
  async leaveOut(tx: Tx, run: Run, customerIds: readonly string[]): Promise<void> {
    await this.enrolments.leaveOut(tx, run, customerIds, ALREADY_RECEIVED);
    const left = customerIds.map((customerId) => ({ customerId, enrolledAt: run.createdAt }));
    const messages = firstMessages(run, left, await this.starts.of(tx, run, customerIds));
    await this.email.leaveOut(tx, run.retailerId, run.id, messages, ALREADY_RECEIVED);
  }

  /** Opens the dispatch of an execution. Call it before the first customer is enrolled. */
  begin(tx: Tx, run: Run): Promise<void> {
    const { retailerId, id: executionId, sequenceId: stream } = run;
    return this.email.open(tx, { retailerId, executionId, ...rulesOf(run), tracking: trackingOf(run), stream });
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
    return entries.map((entry) => ({ ...entry, reached: names.has(`${entry.customerId} ${entry.executionId}`) }));
  }
}

const UNDER_WAY = { active: true, reached: false, recent: true };

/** The messages of the first step. */
function firstMessages(run: Run, enrolled: readonly Enrolled[], startOf: StartOf): NewMessage[] {
  const steps = stepsOf(run);
  return enrolled.map(({ customerId, enrolledAt }) => {
    const decision = decideNext(steps, startOf(customerId));
    const step = decision.action === 'send' ? steps[decision.step] : undefined;
    if (decision.action !== 'send' || !step) throw new Error(`execution ${run.id} has no steps`);
    return messageFor(run, step, { customerId, sendAt: decision.at, enteredAt: enrolledAt });
  });
}
