import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { SequenceDefinition } from './definition.dto.js';
import { Sequence } from './sequence.entity.js';

/** One version of a sequence. Immutable, because an execution keeps the version with which it began. */
@Entity({ name: 'sequence_versions' })
export class SequenceVersion {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

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

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @ManyToOne(() => Sequence, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'retailer_id', referencedColumnName: 'retailerId' },
    { name: 'sequence_id', referencedColumnName: 'id' },
  ])
  sequence?: Sequence;
}
