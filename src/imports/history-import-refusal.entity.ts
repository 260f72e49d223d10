import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { HistoryImport } from './history-import.entity.js';

/** A line of an import that was not taken. */
@Entity({ name: 'history_import_refusals' })
export class HistoryImportRefusal extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  importId!: string;

  @PrimaryColumn({ type: 'integer' })
  line!: number;

  /** The target that is wrong, as `/total`; empty for the whole line. */
  @Column({ type: 'text' })
  pointer!: string;

  @Column({ type: 'text' })
  reason!: string;

  /** The beginning of the line; empty for an erased person. */
  @Column({ type: 'text' })
  text!: string;

  @BelongsTo(() => HistoryImport, 'import_id')
  historyImport?: HistoryImport;
}
