import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { EmailService } from '../email/email.service.js';
import type { NewMessage } from '../email/mailing.js';
import { AudienceQueries } from '../segmentation/audience.queries.js';
import { EnrolmentRepository } from './enrolment.repository.js';
import { ExecutionRepository } from './execution.repository.js';
import { PlanRepository } from './plan.repository.js';
import { decideNext } from './planner.js';
import { rulesOf, type Run, stepsOf } from './run.js';
import { Simulator } from './simulator.js';

/** What one transaction plans: large enough for speed, small enough to be given up and repeated. */
const AT_ONCE = 2_000;

/** Plans an execution's recipients, some at a time; where it stopped is in Postgres, so anybody can go on. */
@Injectable()
export class PlanningService {
  constructor(
    private readonly executions: ExecutionRepository,
    private readonly enrolments: EnrolmentRepository,
    private readonly plans: PlanRepository,
    private readonly audiences: AudienceQueries,
    private readonly email: EmailService,
    private readonly simulator: Simulator,
  ) {}

  /** False where nothing is left to plan, or another planner is at it. */
  async planSome(tx: Tx, retailerId: string, executionId: string): Promise<boolean> {
    const run = await this.executions.forPlanning(tx, retailerId, executionId);
    if (!run) return false;
    if (run.mode !== 'dryRun' && run.cursor === null) {
      await this.email.open(tx, { retailerId, executionId, ...rulesOf(run) });
    }
    if (run.mode === 'test') return this.planTest(tx, run);
    const { segmentId } = run;
    const ids = segmentId ? await this.audiences.memberIds(tx, retailerId, segmentId, run.cursor, AT_ONCE) : [];
    if (run.mode === 'live') await this.enrol(tx, run, ids);
    else await this.plans.save(tx, run, await this.simulator.run(tx, run, ids));
    const last = ids.at(-1);
    if (last !== undefined) await this.executions.advance(tx, run, last, ids.length);
    if (ids.length < AT_ONCE) await this.executions.markPlanned(tx, run);
    return ids.length === AT_ONCE;
  }

  /** Puts customers at the first step of a live execution. */
  async enrol(tx: Tx, run: Run, customerIds: readonly string[]): Promise<void> {
    const fresh = await this.enrolments.enrol(tx, run, customerIds);
    const steps = stepsOf(run);
    const decision = decideNext(steps, run.createdAt);
    const step = decision.action === 'send' ? steps[decision.step] : undefined;
    if (decision.action !== 'send' || !step) throw new Error(`execution ${run.id} has no steps`);
    const { id: stepId, templateId } = step;
    const messages = fresh.map((customerId) => ({ customerId, stepId, templateId, sendAt: decision.at }));
    await this.email.enqueue(tx, run.retailerId, run.id, messages);
  }

  /** All steps at once: whoever tests wants to see the mails, not to wait for them. */
  private async planTest(tx: Tx, run: Run): Promise<false> {
    const messages: NewMessage[] = stepsOf(run).flatMap(({ id: stepId, templateId }) =>
      run.recipients.map((address) => ({ stepId, templateId, customerId: null, address, sendAt: run.createdAt })),
    );
    await this.email.enqueue(tx, run.retailerId, run.id, messages);
    await this.executions.markPlanned(tx, run);
    return false;
  }
}
