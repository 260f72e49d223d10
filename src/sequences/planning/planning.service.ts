import { Injectable } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import { EmailService } from '../../email/email.service.js';
import type { NewMessage } from '../../email/ledger/message.entity.js';
import { AudienceQueries } from '../../segmentation/membership/audience.queries.js';
import { EntriesService } from '../enrolments/entries.service.js';
import { ExecutionRepository } from '../runs/execution.repository.js';
import { firstDue, policyOf, type Run, stepsOf } from '../runs/run.js';
import { SequenceRepository } from '../definitions/sequence.repository.js';
import { SimulatorService } from './simulator.service.js';

/** Customers per transaction: many enough for speed, few enough to roll back and repeat. */
const AT_ONCE = 2_000;

/** Plans the recipients of an execution in parts. The position is in Postgres, so that any worker can continue. */
@Injectable()
export class PlanningService {
  constructor(
    private readonly sequences: SequenceRepository,
    private readonly executions: ExecutionRepository,
    private readonly audiences: AudienceQueries,
    private readonly entries: EntriesService,
    private readonly email: EmailService,
    private readonly simulator: SimulatorService,
  ) {}

  /** Plans the next part. False if nothing is left to plan, another worker is planning, or the sequence is paused. */
  async planSome(tx: Tx, { retailerId, id, sequenceId, mode }: RunName): Promise<boolean> {
    if (mode === 'live' && (await this.sequences.hold(tx, retailerId, sequenceId))?.pausedAt) return false;
    const run = await this.executions.forPlanning(tx, retailerId, id);
    if (!run) return false;
    if (run.mode !== 'dryRun' && run.cursor === null) await this.entries.begin(tx, run);
    if (run.mode === 'test') return this.planTest(tx, run);
    const { segmentId } = run;
    const ids = segmentId ? await this.audiences.memberIds(tx, retailerId, segmentId, run.cursor, AT_ONCE) : [];
    const due = run.mode === 'live' ? await this.planLive(tx, run, ids) : await this.simulator.plan(tx, run, ids);
    const last = ids.at(-1);
    if (last !== undefined) await this.executions.advance(tx, run, last, ids.length, firstDue(run, due));
    if (ids.length < AT_ONCE) await this.executions.markPlanned(tx, run);
    return ids.length === AT_ONCE;
  }

  private async planLive(tx: Tx, run: Run, customerIds: readonly string[]): Promise<Date[]> {
    const [choice] = await this.entries.choose(tx, run, customerIds, [policyOf(run)]);
    const due = await this.entries.enrol(tx, run, choice?.entering ?? []);
    await this.entries.leaveOut(tx, run, choice?.leftOut ?? []);
    return due;
  }

  /** A segment has no members before its first evaluation, so an execution right after its definition has to wait. */
  async isAudienceEvaluated(sql: Sql, { retailerId, segmentId, status }: Run): Promise<boolean> {
    if (segmentId === null || status !== 'running') return true;
    return (await this.audiences.status(sql, retailerId, segmentId)) !== 'evaluating';
  }

  /** Queues the emails of all steps and variants at once, without delays and conditions. */
  private async planTest(tx: Tx, run: Run): Promise<false> {
    const sendAt = run.createdAt;
    const messages: NewMessage[] = stepsOf(run).flatMap(({ id: stepId, emails }) =>
      emails.flatMap(({ templateId, variant }) =>
        run.recipients.map((address) => ({ stepId, templateId, variant, customerId: null, address, sendAt })),
      ),
    );
    await this.email.enqueue(tx, run.retailerId, run.id, messages);
    await this.executions.markPlanned(tx, run);
    return false;
  }
}

/** Fields of an execution that never change. */
type RunName = Pick<Run, 'retailerId' | 'id' | 'sequenceId' | 'mode'>;
