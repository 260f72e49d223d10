import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { conflict, invalidInput } from '#libs/kernel';
import { changedParts, type PlanParts } from './plan-parts.js';
import { type Planned, PlanStatesService } from './plan-states.service.js';
import { SequencePlansRepository } from './sequence-plans.repository.js';

/** Refuses live runs whose plan is not the one that was approved. */
@Injectable()
export class PlanApprovalsService {
  constructor(
    private readonly plans: SequencePlansRepository,
    private readonly states: PlanStatesService,
  ) {}

  /**
   * Checks all that the run depends on, and returns the check of the audience for the transaction that starts the run.
   * 422 for an unknown plan, 409 if it has expired or if anything has changed since.
   */
  async require(planned: Planned, planHash: string): Promise<(tx: Tx, version: number) => Promise<void>> {
    const plan = await this.plans.find(planned.retailerId, planned.sequenceId, planHash);
    if (!plan) {
      throw invalidInput([{ pointer: '/planHash', detail: 'is no plan of this sequence: plan it again' }]);
    }
    if (plan.expiresAt < new Date()) throw conflict('plan_expired', 'The plan is too old: plan the sequence again.');
    const parts = await this.states.parts(planned);
    assertSame(plan.parts, parts);
    return async (tx, version) => {
      const audience = await this.states.ofAudience(tx, planned);
      assertSame(plan.parts, {
        ...parts,
        ...audience,
        ...(version === planned.sequenceVersion ? {} : { sequence: '' }),
      });
    };
  }
}

export function assertSame(before: PlanParts, now: PlanParts): void {
  const changed = changedParts(before, now);
  if (changed.length === 0) return;
  throw conflict('plan_changed', `What the plan showed has changed since: ${changed.join(', ')}. Look at a new plan.`, {
    changed,
  });
}
