import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { SequenceDefinition } from './definition.dto.js';
import { Sequence } from './sequence.entity.js';

/** What a sequence was from one change to the next. Never changed: executions go on with the version they began with. */
@Entity({ name: 'sequence_versions' })
export class SequenceVersion {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  @PrimaryColumn({ type: 'text' })
  sequenceId!: string;

  @PrimaryColumn({ type: 'integer' })
  version!: number;

  /** With its defaults. */
  @Column({ type: 'jsonb' })
  definition!: SequenceDefinition;

  /** The compiled emails, in step with `definition.steps`. */
  @Column({ type: 'uuid', array: true })
  templateIds!: readonly string[];

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @ManyToOne(() => Sequence, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'retailer_id', referencedColumnName: 'retailerId' },
    { name: 'sequence_id', referencedColumnName: 'id' },
  ])
  sequence?: Sequence;
}
