import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Brand } from '../../retailers/brand.entity.js';

/** What an experiment is about: one sequence, or all sequences of a brand. */
export type ExperimentScope = 'sequence' | 'brand';

/** A span of a sequence, or of a brand's global holdout, with one salt, one percent and one window. */
@Entity({ name: 'experiments' })
@Index('experiments_number_key', ['retailerId', 'scope', 'scopeId', 'number'], { unique: true })
@Index('experiments_open_key', ['retailerId', 'scope', 'scopeId'], { unique: true, where: 'ended_at IS NULL' })
export class Experiment extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  scope!: ExperimentScope;

  /** The id of the sequence or of the brand. */
  @Column({ type: 'text' })
  scopeId!: string;

  @Column({ type: 'uuid' })
  brandId!: string;

  /** 1 for the first experiment of the scope. */
  @Column({ type: 'integer' })
  number!: number;

  /** Percent of people who are held back. */
  @Column({ type: 'integer' })
  percent!: number;

  /** The length of each person's window, a whole number of milliseconds. */
  @Column({ type: 'double precision' })
  windowMs!: number;

  /** 32 hex characters. Their text is the key of the HMAC. */
  @Column({ type: 'text' })
  salt!: string;

  @Column({ type: 'timestamptz' })
  startedAt!: Date;

  /** Nobody is assigned after it. Windows that are open run on. */
  @Column({ type: 'timestamptz', nullable: true })
  endedAt!: Date | null;

  @BelongsTo(() => Brand, 'brand_id')
  brand?: Brand;
}
