import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PlanApproval } from './plan-approval.js';
import type { SequenceDefinition } from './definition.dto.js';
import { Sequence } from './sequence.entity.js';

/**
 * One version of a sequence. Its definition is immutable, because an execution keeps the version with which it began.
 */
@Entity({ name: 'sequence_versions' })
export class SequenceVersion extends RetailerRow {
  @PrimaryColumn({ type: 'text' })
  sequenceId!: string;

  @PrimaryColumn({ type: 'integer' })
  version!: number;

  /** With default values filled in. */
  @Column({ type: 'jsonb' })
  definition!: SequenceDefinition;

  /** The compiled emails, in the order of `definition.steps`. */
  @Column({ type: 'uuid', array: true })
  templateIds!: readonly string[];

  /** Who approved that this version starts by itself, each person once. Empty for a manual one. */
  @Column({ type: 'jsonb', default: [] })
  approvals!: readonly PlanApproval[];

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @BelongsTo(() => Sequence, 'sequence_id')
  sequence?: Sequence;
}
