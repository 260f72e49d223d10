import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { SuppressionImport } from './suppression-import.entity.js';

/** A line of an import that was not taken. */
@Entity({ name: 'suppression_refusals' })
export class SuppressionRefusal extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  importId!: string;

  @PrimaryColumn({ type: 'integer' })
  line!: number;

  @Column({ type: 'text' })
  reason!: string;

  /** The beginning of the line. */
  @Column({ type: 'text' })
  text!: string;

  @BelongsTo(() => SuppressionImport, 'import_id')
  suppressionImport?: SuppressionImport;
}
