import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SequenceDefinition } from './definition.dto.js';
import { Sequence } from './sequence.entity.js';

/** One version of a sequence. Immutable, because an execution keeps the version with which it began. */
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

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @BelongsTo(() => Sequence, 'sequence_id')
  sequence?: Sequence;
}
