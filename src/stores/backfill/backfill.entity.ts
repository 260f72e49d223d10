import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { BackfillResource } from '../../jobs/payloads.js';
import { Retailer } from '../../retailers/retailer.entity.js';

/** The progress of one collection's backfill: after a crash it goes on from the last page that was written. */
@Entity({ name: 'backfills' })
export class Backfill extends RetailerRow {
  @PrimaryColumn({ type: 'text' })
  resource!: BackfillResource;

  /** The platform's cursor after the last written page; null at the beginning. */
  @Column({ type: 'text', nullable: true })
  cursor!: string | null;

  @Column({ type: 'integer', default: 0 })
  records!: number;

  @Column({ type: 'timestamptz', nullable: true })
  finishedAt!: Date | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updatedAt!: Date;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
