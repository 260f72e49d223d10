import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { groupBy, tookWork } from '#libs/kernel';
import { EmailService } from '../../email/email.service.js';
import type { NewMessage, SettledMessage } from '../../email/ledger/message.entity.js';
import { decideNext } from '../runs/planner.js';
import type { OfferHolder } from '../runs/offers-ahead.js';
import { RunOffersService } from '../runs/run-offers.service.js';
import { messageFor, type Run, stepsOf } from '../runs/run.js';
import { AllocationsService } from '../variants/allocations.service.js';
import { type EnrolmentPlace, EnrolmentRepository } from './enrolment.repository.js';

/** Moves the recipients of settled messages to the next step of their execution, or out of it. */
@Injectable()
export class StepMovesService {
  constructor(
    private readonly enrolments: EnrolmentRepository,
    private readonly email: EmailService,
    private readonly allocations: AllocationsService,
    private readonly offers: RunOffersService,
  ) {}

  async move(tx: Tx, planned: Run, settled: readonly SettledMessage[]): Promise<void> {
    const run = await this.allocations.current(tx, planned);
    const byCustomer = groupBy(settled, ({ customerId }) => customerId);
    // A message of an erased customer has no customer id, and the enrolment is deleted.
    const customerIds = [...byCustomer.keys()].filter((id) => id !== null);
    const steps = stepsOf(run);
    const places: EnrolmentPlace[] = [];
    const holders: OfferHolder[] = [];
    const ends: { customerId: string; reason: string | null }[] = [];
    const messages: NewMessage[] = [];
    const active = await this.enrolments.active(tx, run, customerIds);
    tookWork(active.map(({ traceId }) => traceId));
    for (const { customerId, step, enrolledAt, ...before } of active) {
      const message = byCustomer.get(customerId)?.find(({ stepId }) => stepId === steps[step]?.id);
      if (!message) continue;
      const decision = decideNext(steps, run.createdAt, { ...message, step, at: message.settledAt });
      const next = decision.action === 'send' ? steps[decision.step] : undefined;
      if (decision.action === 'send' && next) {
        // Who was not sent an email does not have its offer.
        const { offerPlace } = ['sent', 'unknown'].includes(message.status) ? message : before;
        places.push({ customerId, step: decision.step, offerPlace });
        if (next.drawsOffers) holders.push({ customerId, from: decision.step, offerPlace });
        messages.push(messageFor(run, next, { customerId, sendAt: decision.at, enteredAt: enrolledAt, offerPlace }));
      } else {
        ends.push({ customerId, reason: decision.action === 'leave' ? decision.reason : null });
      }
    }
    await this.enrolments.moveTo(tx, run, places);
    await this.enrolments.end(tx, run, ends);
    if (messages.length === 0) return;
    await this.offers.expect(tx, run, holders);
    await this.email.enqueue(tx, run.retailerId, run.id, messages);
    await this.allocations.record(tx, run, messages);
  }
}
