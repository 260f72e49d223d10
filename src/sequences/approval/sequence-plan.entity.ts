import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Sequence } from '../definitions/sequence.entity.js';
import type { PlanApproval } from '../definitions/plan-approval.js';
import type { PlanParts } from './plan-parts.js';

/** A plan that somebody has looked at. Equal plans have one row: only its expiry moves. */
@Entity({ name: 'sequence_plans' })
@Index('sequence_plans_expires_at_idx', ['retailerId', 'expiresAt'])
export class SequencePlan extends RetailerRow {
  @PrimaryColumn({ type: 'text' })
  sequenceId!: string;

  /** sha256 over the parts, hex. */
  @PrimaryColumn({ type: 'text' })
  hash!: string;

  /** A hash of each part, to name what has changed. */
  @Column({ type: 'jsonb' })
  parts!: PlanParts;

  /** Each person once. */
  @Column({ type: 'jsonb', default: [] })
  approvals!: readonly PlanApproval[];

  @Column({ type: 'timestamptz' })
  expiresAt!: Date;

  @BelongsTo(() => Sequence, 'sequence_id')
  sequence?: Sequence;
}
