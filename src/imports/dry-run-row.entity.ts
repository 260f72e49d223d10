import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { HistoryImport } from './history-import.entity.js';

/** A row that the batches of a running dry run have written and taken back. Later batches may meet it. */
@Entity({ name: 'history_import_dry_run_rows' })
@Index('history_import_dry_run_rows_email_idx', ['email', 'retailerId', 'importId'], { where: 'email IS NOT NULL' })
export class DryRunRow extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  importId!: string;

  /** `order:`, `person:` or `customer:`, and the id. */
  @PrimaryColumn({ type: 'text' })
  key!: string;

  /** The customer of an order, or of a person of the other system. */
  @Column({ type: 'uuid', nullable: true })
  customerId!: string | null;

  /** Of a customer. */
  @Column({ type: 'text', nullable: true })
  email!: string | null;

  /** The columns of the row. */
  @Column({ type: 'jsonb' })
  row!: object;

  @BelongsTo(() => HistoryImport, 'import_id')
  historyImport?: HistoryImport;
}
