import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { DomainError } from '#libs/kernel';
import { Runtime } from '../../config/runtime.js';
import type { CallPurpose } from './provider-call.entity.js';
import { ImageRendersRepository, type RenderRun } from '../renders/image-renders.repository.js';
import { LeaseLost, TryLater } from './image-provider.js';
import type { CallEnd } from './openai-calls.js';
import { ImageCostMetrics } from './image-cost.metrics.js';
import { cutOff } from './openai-failure.js';
import { type NewCall, ProviderCallsRepository, type Settlement } from './provider-calls.repository.js';

/** A call that costs money. */
interface PaidCall<T> extends Omit<NewCall, 'budget'> {
  make(): Promise<CallEnd<T>>;
  /** Stores the paid result and returns its keys. Throws a `DomainError` if the result can't be used. */
  keep(value: T): Promise<readonly string[]>;
}

/**
 * Makes paid calls. Each price is reserved in the retailer's budget before the call and booked after it. A call is
 * never repeated for the same render if the first one may have been carried out.
 */
@Injectable()
export class ProviderLedgerService {
  constructor(
    private readonly database: Database,
    private readonly runtime: Runtime,
    private readonly renders: ImageRendersRepository,
    private readonly calls: ProviderCallsRepository,
    private readonly costs: ImageCostMetrics,
  ) {}

  /**
   * Returns what the call's `keep` returned, in this run or in an earlier run of the same render.
   * @throws {DomainError} the budget is spent, the call failed, or an earlier call without a result may have been
   * billed
   * @throws {TryLater} the provider refused the call for now
   * @throws {LeaseLost} another run has taken over the render
   */
  async pay<T>(run: RenderRun, call: PaidCall<T>): Promise<readonly string[]> {
    const paid = await this.earlier(run, call.purpose);
    if (paid) return paid;
    const callId = await this.reserve(run, call);
    const end = await call.make();
    if ('failure' in end) {
      const { outcome, problem, retryAfterMs, providerRequestId } = end.failure;
      await this.settle(run, callId, { outcome, providerRequestId });
      throw retryAfterMs === undefined ? problem : new TryLater(retryAfterMs, problem);
    }
    const { value, providerRequestId } = end;
    try {
      const result = await call.keep(value);
      await this.settle(run, callId, { outcome: 'succeeded', result, providerRequestId });
      return result;
    } catch (error) {
      await this.settle(run, callId, { outcome: 'useless', providerRequestId });
      throw error;
    }
  }

  /**
   * The result of an earlier run; undefined if the provider refused all earlier calls. A call that is still open was
   * cut off: it is booked and not repeated.
   */
  private async earlier(run: RenderRun, purpose: CallPurpose): Promise<readonly string[] | undefined> {
    const calls = (await this.calls.of(this.database.of(run.retailerId), run)).filter(
      (call) => call.purpose === purpose,
    );
    for (const { id, outcome } of calls) {
      if (outcome === 'open') await this.settle(run, id, { outcome: 'unknown' });
    }
    const paid = calls.find(({ outcome, result }) => outcome === 'succeeded' && result !== null);
    if (paid) return paid.result ?? undefined;
    if (calls.some(({ outcome }) => outcome !== 'refused')) throw cutOff().problem;
    return undefined;
  }

  private async reserve<T>(run: RenderRun, { purpose, model, price, count }: PaidCall<T>): Promise<string> {
    const budget = this.runtime.config.images.monthlyBudget;
    const callId = await this.database.transaction(run.retailerId, async (tx) => {
      if (!(await this.renders.isHeld(tx, run))) throw new LeaseLost('another run has taken over the render');
      return this.calls.open(tx, run, { purpose, model, price, count, budget });
    });
    if (callId === undefined) throw budgetSpent();
    return callId;
  }

  private async settle({ retailerId }: RenderRun, callId: string, settlement: Settlement): Promise<void> {
    const booked = await this.database.transaction(retailerId, (tx) =>
      this.calls.settle(tx, retailerId, callId, settlement),
    );
    if (booked !== undefined) this.costs.booked(retailerId, booked);
  }
}

const budgetSpent = (): DomainError =>
  new DomainError(
    429,
    'image_budget_spent',
    "The rest of the store's image budget for this month is too small for this image.",
  );
