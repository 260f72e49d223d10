import { LeasedRow } from '#libs/durable-work';
import { Column, Entity, Index, JoinColumn, OneToOne } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';

/** When a store is watched next. `attempts` counts the watches in a row that failed. */
@Entity({ name: 'store_watches' })
@Index('store_watches_due_at_idx', ['dueAt'])
export class StoreWatch extends LeasedRow {
  @Column({ type: 'timestamptz' })
  dueAt!: Date;

  /** The end of the last complete watch. */
  @Column({ type: 'timestamptz', nullable: true })
  watchedAt!: Date | null;

  @OneToOne(() => Retailer, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'retailer_id' })
  retailer?: Retailer;
}
