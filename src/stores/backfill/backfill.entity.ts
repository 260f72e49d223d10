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

  /** The number of the store's records in the collection; null where it is unknown. */
  @Column({ type: 'integer', nullable: true })
  estimate!: number | null;

  @Column({ type: 'timestamptz', nullable: true })
  finishedAt!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  pausedAt!: Date | null;

  /** The number of runs in a row that failed. */
  @Column({ type: 'integer', default: 0 })
  failures!: number;

  /** Why the last run failed; null after a page. */
  @Column({ type: 'text', nullable: true })
  problem!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updatedAt!: Date;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
