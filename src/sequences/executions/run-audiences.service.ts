import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import type { Minter } from '../../auth/module-token.dto.js';
import { AudienceQueries } from '../../segmentation/membership/audience.queries.js';
import { PlanApprovalsService } from '../approval/plan-approvals.service.js';
import type { Planned } from '../approval/plan-states.service.js';
import type { SequenceRow } from '../definitions/sequence.repository.js';
import type { Execution } from '../runs/execution.entity.js';

/** Who a run is for: its segment, its size, and whether the audience is still the one that was approved. */
@Injectable()
export class RunAudiencesService {
  constructor(
    private readonly database: Database,
    private readonly audiences: AudienceQueries,
    private readonly approvals: PlanApprovalsService,
  ) {}

  /**
   * The id of the segment; undefined if there is none. The segment is found by name, so that its deletion is noticed.
   */
  segmentOf(
    { retailerId, brandId, definition }: SequenceRow,
    segment: string | undefined,
  ): Promise<string | undefined> {
    const name = segment ?? definition.segment;
    return name === undefined
      ? Promise.resolve(undefined)
      : this.audiences.idOf(this.database.of(retailerId), retailerId, brandId, name);
  }

  size(retailerId: string, segmentId: string): Promise<number> {
    return this.audiences.count(this.database.of(retailerId), retailerId, segmentId);
  }

  /** The last check of the approved plan, for the transaction that starts the run. Only a live run has a plan. */
  approval(
    planned: Planned & Pick<Execution, 'mode'>,
    planHash: string | undefined,
    sender: Minter | undefined,
  ): Promise<(tx: Tx, version: number) => Promise<void>> {
    return planned.mode === 'live'
      ? this.approvals.require(planned, planHash, sender)
      : Promise.resolve(() => Promise.resolve());
  }
}
