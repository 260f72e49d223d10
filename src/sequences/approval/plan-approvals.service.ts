import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { conflict, invalidInput } from '#libs/kernel';
import type { Minter } from '../../auth/module-token.dto.js';
import { BrandsService } from '../../retailers/brands.service.js';
import { APPROVALS_BY_TWO, countApprovers, type PlanApproval } from '../definitions/plan-approval.js';
import { changedParts, type PlanParts } from './plan-parts.js';
import { type Planned, PlanStatesService } from './plan-states.service.js';
import type { SequencePlan } from './sequence-plan.entity.js';
import { type NewPlan, SequencePlansRepository } from './sequence-plans.repository.js';

/** A plan of a sequence, by its hash. */
interface PlanName {
  readonly retailerId: string;
  readonly sequenceId: string;
  readonly planHash: string;
}

/** How far a plan is approved. */
export interface PlanApprovals {
  readonly approvals: readonly PlanApproval[];
  /** How many different people a live run needs. */
  readonly approvalsNeeded: number;
}

/** Keeps plans and their approvals, and refuses live runs whose plan is not the one that was approved. */
@Injectable()
export class PlanApprovalsService {
  constructor(
    private readonly plans: SequencePlansRepository,
    private readonly states: PlanStatesService,
    private readonly brands: BrandsService,
  ) {}

  /** Saves the plan, or moves the expiry of the same one, which keeps its approvals. */
  async save(plan: NewPlan, brandId: string): Promise<PlanApprovals> {
    await this.plans.save(plan);
    return this.of({ ...plan, planHash: plan.hash }, brandId);
  }

  /**
   * The sequences of the brand whose newest plan was not sent and could be: the sequence, its images, its offers and
   * the brand are still the same. The people are not compared, because there may be millions.
   */
  async open(retailerId: string, brandId: string): Promise<string[]> {
    const open: string[] = [];
    for (const { sequenceId, parts } of await this.plans.open(retailerId, brandId)) {
      const now = await this.states.ofStored(retailerId, sequenceId);
      if (now && changedParts(parts, { ...parts, ...now }).length === 0) open.push(sequenceId);
    }
    return open;
  }

  /** Adds an approval, once for each person. 422 for an unknown plan, 409 if it has expired. */
  async approve(name: PlanName, brandId: string, by: Minter): Promise<PlanApprovals> {
    await this.valid(name);
    const { retailerId, sequenceId, planHash } = name;
    const { kind, subject } = by;
    await this.plans.approve(retailerId, sequenceId, planHash, { kind, subject, at: new Date().toISOString() });
    return this.of(name, brandId);
  }

  private async of(name: PlanName, brandId: string): Promise<PlanApprovals> {
    const { approvals } = await this.valid(name);
    return { approvals, approvalsNeeded: (await this.wantsTwo(name.retailerId, brandId)) ? APPROVALS_BY_TWO : 1 };
  }

  private async wantsTwo(retailerId: string, brandId: string): Promise<boolean> {
    return (await this.brands.ofRetailer(retailerId, brandId)).settings.approvalByTwo;
  }

  /**
   * Checks all that a live run depends on, and returns the check of the audience for the transaction that starts it.
   * 422 for an unknown plan, 409 if it has expired, if anything has changed since, or if the brand wants two people to
   * approve it and fewer did. A run without a plan passes where the brand does not want two people.
   */
  async require(
    planned: Planned,
    planHash: string | undefined,
    sender: Minter | undefined,
  ): Promise<(tx: Tx, version: number) => Promise<void>> {
    const { retailerId, sequenceId, definition } = planned;
    const byTwo = await this.wantsTwo(retailerId, definition.brandId);
    if (planHash === undefined) {
      if (byTwo) throw invalidInput([planMissing]);
      return () => Promise.resolve();
    }
    const plan = await this.valid({ retailerId, sequenceId, planHash });
    const parts = await this.states.parts(planned);
    assertSame(plan.parts, parts);
    const approvers = countApprovers(plan.approvals, sender);
    if (byTwo && approvers < APPROVALS_BY_TWO) throw approvalMissing();
    return async (tx, version) => {
      const audience = await this.states.ofAudience(tx, planned);
      assertSame(plan.parts, {
        ...parts,
        ...audience,
        ...(version === planned.sequenceVersion ? {} : { sequence: '' }),
      });
    };
  }

  private async valid({
    retailerId,
    sequenceId,
    planHash,
  }: PlanName): Promise<Pick<SequencePlan, 'parts' | 'approvals'>> {
    const plan = await this.plans.find(retailerId, sequenceId, planHash);
    if (!plan) {
      throw invalidInput([{ pointer: '/planHash', detail: 'is no plan of this sequence: plan it again' }]);
    }
    if (plan.expiresAt < new Date()) throw conflict('plan_expired', 'The plan is too old: plan the sequence again.');
    return plan;
  }
}

const planMissing = { pointer: '/planHash', detail: 'is required: two people must approve the plan of a live run' };

const approvalMissing = () =>
  conflict('approval_missing', 'Two people must approve this plan. Another owner or operator has to approve it.');

export function assertSame(before: PlanParts, now: PlanParts): void {
  const changed = changedParts(before, now);
  if (changed.length === 0) return;
  throw conflict('plan_changed', `What the plan showed has changed since: ${changed.join(', ')}. Look at a new plan.`, {
    changed,
  });
}
