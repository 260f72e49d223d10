import { BelongsTo } from '#libs/database';
import { LeasedRow } from '#libs/durable-work';
import { Column, Entity, Index } from 'typeorm';
import { Retailer } from '../retailers/retailer.entity.js';

/** When the offers of a store have work, and which worker does it. One worker at a time calls a store. */
@Entity({ name: 'offer_works' })
@Index('offer_works_due_at_idx', ['dueAt'])
export class OfferWork extends LeasedRow {
  /** Null where nothing is due. */
  @Column({ type: 'timestamptz', nullable: true })
  dueAt!: Date | null;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
