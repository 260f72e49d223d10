import { Injectable } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import { AudienceQueries } from '../../segmentation/membership/audience.queries.js';
import { type Admitted, AdmissionsService } from '../enrolments/admissions.service.js';
import { EntriesService } from '../enrolments/entries.service.js';
import { ALREADY_RECEIVED, NOBODY } from '../runs/entry.js';
import { ExecutionRepository } from '../runs/execution.repository.js';
import { firstDue, policyOf, type Run } from '../runs/run.js';
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
    private readonly admissions: AdmissionsService,
    private readonly simulator: SimulatorService,
  ) {}

  /**
   * Plans the next part. Where an experiment decides about entries, the part is the whole audience: everybody is
   * assigned before the first email is queued. False if nothing is left to plan, another worker is planning, or the
   * sequence is paused.
   */
  async planSome(tx: Tx, { retailerId, id, sequenceId, mode }: RunName): Promise<boolean> {
    if (mode === 'live' && (await this.sequences.hold(tx, retailerId, sequenceId))?.pausedAt) return false;
    const run = await this.executions.forPlanning(tx, retailerId, id);
    if (!run) return false;
    if (run.mode !== 'dryRun' && run.cursor === null) await this.admissions.begin(tx, run);
    if (run.mode === 'test') return this.planTest(tx, run);
    const isWhole = await this.admissions.assigns(tx, run);
    let { cursor } = run;
    do cursor = await this.planPart(tx, run, cursor);
    while (isWhole && cursor !== null);
    return cursor !== null;
  }

  /** Plans the members after the cursor. Returns the next cursor, null at the end. */
  private async planPart(tx: Tx, run: Run, cursor: string | null): Promise<string | null> {
    const { retailerId, segmentId, planHash, createdAt } = run;
    // Nobody looked at those who came after the approval.
    const by = planHash === null ? null : createdAt;
    const ids = segmentId ? await this.audiences.memberIds(tx, retailerId, segmentId, cursor, AT_ONCE, by) : [];
    const { due, split } =
      run.mode === 'live' ? await this.planLive(tx, run, ids) : await this.simulator.plan(tx, run, ids);
    const last = ids.at(-1);
    if (last !== undefined) await this.executions.advance(tx, run, last, ids.length, firstDue(run, due));
    if (split) await this.executions.addSplit(tx, run, split);
    if (last !== undefined && ids.length === AT_ONCE) return last;
    await this.executions.markPlanned(tx, run);
    return null;
  }

  private async planLive(tx: Tx, run: Run, customerIds: readonly string[]): Promise<Admitted> {
    const [choice = NOBODY] = await this.entries.choose(tx, run, customerIds, [policyOf(run)]);
    const admitted = await this.admissions.admit(tx, run, choice);
    await this.admissions.leaveOut(tx, run, choice.leftOut, ALREADY_RECEIVED);
    return admitted;
  }

  /** A segment has no members before its first evaluation, so an execution right after its definition has to wait. */
  async isAudienceEvaluated(sql: Sql, { retailerId, segmentId, status }: Run): Promise<boolean> {
    if (segmentId === null || status !== 'running') return true;
    return (await this.audiences.status(sql, retailerId, segmentId)) !== 'evaluating';
  }

  private async planTest(tx: Tx, run: Run): Promise<false> {
    await this.admissions.test(tx, run);
    await this.executions.markPlanned(tx, run);
    return false;
  }
}

/** Fields of an execution that never change. */
type RunName = Pick<Run, 'retailerId' | 'id' | 'sequenceId' | 'mode'>;
