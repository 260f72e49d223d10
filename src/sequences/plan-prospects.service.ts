import { Injectable } from '@nestjs/common';
import { formatMoney, parseDecimal } from '#libs/kernel';
import { RetailersService } from '../retailers/retailers.service.js';
import { offersIn } from './definitions/offer-places.js';
import type { ExecutionAnswer } from './executions/executions.dto.js';
import { LiveReadinessService } from './executions/live-readiness.service.js';
import type { PlanAnswer, PlanCostAnswer } from './plans.dto.js';
import type { Run } from './runs/run.js';

/** What a live run of a plan would cost, and whether mail providers would let its emails in. */
@Injectable()
export class PlanProspectsService {
  constructor(
    private readonly retailers: RetailersService,
    private readonly readiness: LiveReadinessService,
  ) {}

  async of(run: Run, dryRun: ExecutionAnswer): Promise<Pick<PlanAnswer, 'cost' | 'sender'>> {
    const [cost, sender] = await Promise.all([
      this.costOf(run, dryRun),
      this.readiness.sender(run.retailerId, run.definition.brandId, dryRun.audience),
    ]);
    return { cost, sender };
  }

  private async costOf(
    { retailerId, definition }: Run,
    { audience, counts, people, split }: ExecutionAnswer,
  ): Promise<PlanCostAnswer> {
    const emails = counts.queued + (counts.maybe ?? 0);
    const offers = offersIn(definition).map(({ terms }) => terms);
    const minted = offers.filter(({ code }) => code === undefined);
    // One code for each person who gets emails, and offer, at most. While the dry run goes on, these are not counted.
    const recipients = emails === 0 ? 0 : (people?.emailed ?? split?.treated ?? audience);
    const codes = recipients * minted.length;
    const { currency } = await this.retailers.get(retailerId);
    const isKnown = currency !== null && offers.every(({ kind, code }) => kind === 'amount' && code === undefined);
    if (offers.length === 0 || !isKnown) return { emails, codes, maximum: null };
    const each = minted.reduce((sum, { value }) => sum + (parseDecimal(String(value)) ?? 0n), 0n);
    return { emails, codes, maximum: { amount: formatMoney(each * BigInt(recipients)), currency } };
  }
}
