import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { HistoryImport } from './history-import.entity.js';

/** A part of the bytes of an import. The parts are deleted when the import is over. */
@Entity({ name: 'history_import_parts' })
export class HistoryImportPart extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  importId!: string;

  /** From 0. */
  @PrimaryColumn({ type: 'integer' })
  place!: number;

  @Column({ type: 'bytea' })
  bytes!: Buffer;

  @BelongsTo(() => HistoryImport, 'import_id')
  historyImport?: HistoryImport;
}
