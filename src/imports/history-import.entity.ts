import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Retailer } from '../retailers/retailer.entity.js';
import type { ImportKind, Mapping } from './reading/mapping.js';
import type { ImportFormat } from './reading/table.js';

/**
 * awaiting_file: the bytes have not arrived, or arrive now. uploaded: all bytes are stored. running: lines are read, or
 * taken back. completed: also after a dry run, which may be followed by the import itself.
 */
export const IMPORT_STATES = [
  'awaiting_file',
  'uploaded',
  'running',
  'completed',
  'cancelled',
  'failed',
  'undone',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

export const IMPORT_WORKS = ['dry_run', 'import', 'undo'] as const;
/** What a running import does. */
export type ImportWork = (typeof IMPORT_WORKS)[number];

/** An import of the history that another system has. */
@Entity({ name: 'history_imports' })
@Index('history_imports_open_idx', ['updatedAt'], { where: `state IN ('awaiting_file', 'uploaded', 'running')` })
export class HistoryImport extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  kind!: ImportKind;

  /** The name of the other system. Records are keyed by it and their id. */
  @Column({ type: 'text' })
  source!: string;

  @Column({ type: 'text' })
  format!: ImportFormat;

  @Column({ type: 'jsonb' })
  mapping!: Mapping;

  @Column({ type: 'text', default: 'awaiting_file' })
  state!: ImportState;

  /** What it does, or did last. */
  @Column({ type: 'text', nullable: true })
  work!: ImportWork | null;

  /** The upload that may add bytes; null while there is none. */
  @Column({ type: 'uuid', nullable: true })
  uploadId!: string | null;

  /** Bytes that have arrived, a whole number as a text. */
  @Column({ type: 'bigint', default: 0 })
  bytes!: string;

  /** Bytes of which the lines are done, a whole number as a text. */
  @Column({ type: 'bigint', default: 0 })
  bytesRead!: string;

  /** Lines that are done: accepted and refused. A worker that continues leaves out as many. */
  @Column({ type: 'integer', default: 0 })
  lines!: number;

  @Column({ type: 'integer', default: 0 })
  refused!: number;

  @Column({ type: 'integer', default: 0 })
  created!: number;

  @Column({ type: 'integer', default: 0 })
  updated!: number;

  @Column({ type: 'integer', default: 0 })
  unchanged!: number;

  /** Whether lines of it were written, so that there is something to undo. */
  @Column({ type: 'boolean', default: false })
  written!: boolean;

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
