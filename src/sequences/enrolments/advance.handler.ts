import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { groupBy } from '#libs/kernel';
import { OnJob } from '#libs/queue';
import type { RetailerRef } from '../../jobs/payloads.js';
import { EmailService } from '../../email/email.service.js';
import type { NewMessage, SettledMessage } from '../../email/ledger/message.entity.js';
import { type EnrolmentPlace, EnrolmentRepository } from './enrolment.repository.js';
import { ExecutionEndsService } from './execution-ends.service.js';
import { ExecutionRepository } from '../runs/execution.repository.js';
import { decideNext } from '../runs/planner.js';
import { AllocationsService } from '../variants/allocations.service.js';
import { messageFor, type Run, stepsOf } from '../runs/run.js';
import { UnitFiguresService } from '../../lift/outcomes/unit-figures.service.js';

const AT_ONCE = 500;

/**
 * Takes settled messages and moves their recipients in running live executions to the next step, both in one
 * transaction.
 */
@Injectable()
export class AdvanceHandler {
  constructor(
    private readonly database: Database,
    private readonly executions: ExecutionRepository,
    private readonly enrolments: EnrolmentRepository,
    private readonly email: EmailService,
    private readonly outcomes: UnitFiguresService,
    private readonly ends: ExecutionEndsService,
    private readonly allocations: AllocationsService,
  ) {}

  @OnJob('sequences.advance')
  async advance({ retailerId }: RetailerRef): Promise<void> {
    let taken: readonly SettledMessage[];
    do {
      taken = await this.database.transaction(retailerId, (tx) => this.advanceSome(tx, retailerId));
      const touched = new Set(taken.map(({ executionId }) => executionId));
      for (const executionId of touched) await this.ends.completeIfDone(retailerId, executionId);
    } while (taken.length === AT_ONCE);
  }

  private async advanceSome(tx: Tx, retailerId: string): Promise<readonly SettledMessage[]> {
    const settled = await this.email.takeSettled(tx, retailerId, AT_ONCE);
    const byExecution = groupBy(settled, ({ executionId }) => executionId);
    if (byExecution.size === 0) return settled;
    // Before the enrolments are locked, as a change of orders does it: the same order avoids a deadlock.
    await this.outcomes.noteEmails(tx, retailerId, settled);
    for (const run of await this.executions.running(tx, retailerId, [...byExecution.keys()])) {
      if (run.mode === 'live') await this.move(tx, run, byExecution.get(run.id) ?? []);
    }
    return settled;
  }

  private async move(tx: Tx, planned: Run, settled: readonly SettledMessage[]): Promise<void> {
    const run = await this.allocations.current(tx, planned);
    const byCustomer = groupBy(settled, ({ customerId }) => customerId);
    // A message of an erased customer has no customer id, and the enrolment is deleted.
    const customerIds = [...byCustomer.keys()].filter((id) => id !== null);
    const steps = stepsOf(run);
    const places: EnrolmentPlace[] = [];
    const ends: { customerId: string; reason: string | null }[] = [];
    const messages: NewMessage[] = [];
    for (const { customerId, step, enrolledAt } of await this.enrolments.active(tx, run, customerIds)) {
      const message = byCustomer.get(customerId)?.find(({ stepId }) => stepId === steps[step]?.id);
      if (!message) continue;
      const decision = decideNext(steps, run.createdAt, { ...message, step, at: message.settledAt });
      const next = decision.action === 'send' ? steps[decision.step] : undefined;
      if (decision.action === 'send' && next) {
        places.push({ customerId, step: decision.step });
        messages.push(messageFor(run, next, { customerId, sendAt: decision.at, enteredAt: enrolledAt }));
      } else {
        ends.push({ customerId, reason: decision.action === 'leave' ? decision.reason : null });
      }
    }
    await this.enrolments.moveTo(tx, run, places);
    await this.enrolments.end(tx, run, ends);
    if (messages.length === 0) return;
    await this.email.enqueue(tx, run.retailerId, run.id, messages);
    await this.allocations.record(tx, run, messages);
  }
}
