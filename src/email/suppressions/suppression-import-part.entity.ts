import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { SuppressionImport } from './suppression-import.entity.js';

/** A part of the bytes of an import. The parts are deleted when all lines are read. */
@Entity({ name: 'suppression_import_parts' })
export class SuppressionImportPart extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  importId!: string;

  /** From 0. */
  @PrimaryColumn({ type: 'integer' })
  place!: number;

  @Column({ type: 'bytea' })
  bytes!: Buffer;

  @BelongsTo(() => SuppressionImport, 'import_id')
  suppressionImport?: SuppressionImport;
}
