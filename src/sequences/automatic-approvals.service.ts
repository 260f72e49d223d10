import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { invalidInput, notFound } from '#libs/kernel';
import type { Minter } from '../auth/module-token.dto.js';
import { SequenceRepository, type SequenceRow } from './definitions/sequence.repository.js';
import { versionConflict } from './definitions/version-conflict.js';
import { LiveReadinessService } from './executions/live-readiness.service.js';
import { countApprovers } from './definitions/plan-approval.js';
import type { PlanApprovals } from './approval/plan-approvals.service.js';

/** Approves versions of sequences that start by themselves. Who saves a version approves it too. */
@Injectable()
export class AutomaticApprovalsService {
  constructor(
    private readonly database: Database,
    private readonly sequences: SequenceRepository,
    private readonly readiness: LiveReadinessService,
  ) {}

  /**
   * Adds an approval, once for each person. With the last one that the brand wants, the sequence starts for customers
   * who enter from then on. 404 unknown sequence, 409 for another version than the stored one, 422 for a manual one.
   */
  async approve(id: string, version: number, by: Minter): Promise<PlanApprovals> {
    const { retailerId, brandId } = await this.sequences.get(id);
    const approvalsNeeded = await this.readiness.approvalsNeeded(retailerId, brandId);
    return this.database.transaction(retailerId, async (tx) => {
      const sequence = await this.hold(tx, retailerId, id, version);
      const { kind, subject } = by;
      const approvals = await this.sequences.approve(tx, sequence, { kind, subject, at: new Date().toISOString() });
      if (countApprovers(approvals, undefined) >= approvalsNeeded) {
        await this.sequences.startByItself(tx, retailerId, id);
      }
      return { approvals, approvalsNeeded };
    });
  }

  private async hold(tx: Tx, retailerId: string, id: string, version: number): Promise<SequenceRow> {
    await this.sequences.hold(tx, retailerId, id);
    const sequence = await this.sequences.find(tx, id);
    if (!sequence) throw notFound('sequence');
    if (sequence.version !== version) throw versionConflict(id, version, sequence.version);
    if (sequence.definition.trigger !== 'segment_entered') throw invalidInput([manual]);
    return sequence;
  }
}

const manual = { pointer: '/version', detail: 'is of a sequence that does not start by itself: approve a plan of it' };
