import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { BackfillResource } from '../../jobs/payloads.js';
import { Retailer } from '../../retailers/retailer.entity.js';

/** The progress of one collection's backfill: after a crash it goes on from the last page that was written. */
@Entity({ name: 'backfills' })
export class Backfill {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

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

  @ManyToOne(() => Retailer, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'retailer_id' })
  retailer?: Retailer;
}
