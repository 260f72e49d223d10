import { Column, Entity, Index, JoinColumn, OneToOne, PrimaryColumn } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';

/** When a store is looked after next. */
@Entity({ name: 'store_watches' })
@Index('store_watches_due_at_idx', ['dueAt'])
export class StoreWatch {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  /** While a worker is at it: when another one may take it for lost. */
  @Column({ type: 'timestamptz' })
  dueAt!: Date;

  /** Looks in a row that the platform has let fail. */
  @Column({ type: 'integer', default: 0 })
  failures!: number;

  /** When it was last looked after to the end. */
  @Column({ type: 'timestamptz', nullable: true })
  lookedAt!: Date | null;

  @OneToOne(() => Retailer, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'retailer_id' })
  retailer?: Retailer;
}
