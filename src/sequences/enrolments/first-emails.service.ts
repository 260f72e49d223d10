import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { EmailService } from '../../email/email.service.js';
import type { NewMessage, SkipReason } from '../../email/ledger/message.entity.js';
import { decideNext } from '../runs/planner.js';
import { RunOffersService } from '../runs/run-offers.service.js';
import { messageFor, type Run, stepsOf } from '../runs/run.js';
import { AllocationsService } from '../variants/allocations.service.js';
import type { Enrolled } from './enrolment.repository.js';
import { type StartOf, StartsService } from './starts.service.js';

/** The messages of the first step of an execution. */
@Injectable()
export class FirstEmailsService {
  constructor(
    private readonly starts: StartsService,
    private readonly email: EmailService,
    private readonly allocations: AllocationsService,
    private readonly offers: RunOffersService,
  ) {}

  /** Has the codes minted that the emails show. Returns the times at which the messages are due. */
  async enqueue(tx: Tx, run: Run, enrolled: readonly Enrolled[]): Promise<Date[]> {
    const allocated = await this.allocations.current(tx, run);
    const holders = enrolled.map(({ customerId }) => ({ customerId, from: 0 }));
    await this.offers.expect(tx, allocated, holders);
    const messages = firstMessages(allocated, enrolled, await this.startOf(tx, run, enrolled));
    await this.email.enqueue(tx, run.retailerId, run.id, messages);
    await this.allocations.record(tx, allocated, messages);
    return messages.map(({ sendAt }) => sendAt);
  }

  /** Records them as skipped, for the reason. */
  async leaveOut(tx: Tx, run: Run, customerIds: readonly string[], reason: SkipReason): Promise<void> {
    const left = customerIds.map((customerId) => ({ customerId, enrolledAt: run.createdAt }));
    const messages = firstMessages(run, left, await this.startOf(tx, run, left));
    await this.email.leaveOut(tx, run.retailerId, run.id, messages, reason);
  }

  private startOf(tx: Tx, run: Run, enrolled: readonly Enrolled[]): Promise<StartOf> {
    return this.starts.of(
      tx,
      run,
      enrolled.map(({ customerId }) => customerId),
    );
  }
}

function firstMessages(run: Run, enrolled: readonly Enrolled[], startOf: StartOf): NewMessage[] {
  const steps = stepsOf(run);
  return enrolled.map(({ customerId, enrolledAt }) => {
    const decision = decideNext(steps, startOf(customerId));
    const step = decision.action === 'send' ? steps[decision.step] : undefined;
    if (decision.action !== 'send' || !step) throw new Error(`execution ${run.id} has no steps`);
    return messageFor(run, step, { customerId, sendAt: decision.at, enteredAt: enrolledAt });
  });
}
