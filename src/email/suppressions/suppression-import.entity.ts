import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';
import type { ImportFormat } from './import-lines.js';

/**
 * receiving: the bytes arrive. uploaded: all bytes are stored. running: lines are read. proving: the file is read
 * again, and each of its addresses is checked. A file that was cut off, or can't be read as a whole, ends as failed.
 */
export const IMPORT_STATES = ['receiving', 'uploaded', 'running', 'proving', 'completed', 'failed'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** A list of addresses that is imported as suppressions. */
@Entity({ name: 'suppression_imports' })
@Index('suppression_imports_open_idx', ['updatedAt'], {
  where: `state IN ('receiving', 'uploaded', 'running', 'proving')`,
})
@Index('suppression_imports_request_key', ['retailerId', 'requestKey'], { unique: true })
export class SuppressionImport extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  format!: ImportFormat;

  @Column({ type: 'text', default: 'receiving' })
  state!: ImportState;

  /** SHA-256 of the caller and the `Idempotency-Key`, hex. */
  @Column({ type: 'text', nullable: true })
  requestKey!: string | null;

  /** SHA-256 of the bytes, hex; null while they arrive. */
  @Column({ type: 'text', nullable: true })
  bodyHash!: string | null;

  /** Bytes that have arrived, a whole number as a text. */
  @Column({ type: 'bigint', default: 0 })
  bytes!: string;

  /** Lines that are done: accepted and refused. A worker that continues leaves out as many. */
  @Column({ type: 'integer', default: 0 })
  lines!: number;

  @Column({ type: 'integer', default: 0 })
  accepted!: number;

  @Column({ type: 'integer', default: 0 })
  refused!: number;

  /** Lines whose address was checked after all lines were done. A worker that continues leaves out as many. */
  @Column({ type: 'integer', default: 0 })
  checked!: number;

  /** Checked lines whose address could get emails. An address that is removed during the import is one. */
  @Column({ type: 'integer', default: 0 })
  mailable!: number;

  /** Why the file can't be read. */
  @Column({ type: 'text', nullable: true })
  problem!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updatedAt!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  finishedAt!: Date | null;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
