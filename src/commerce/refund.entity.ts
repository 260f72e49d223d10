import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Retailer } from '../retailers/retailer.entity.js';

/** Money that went back, keyed by the platform's refund id; it waits here when it comes before its order. */
@Entity({ name: 'refunds' })
export class Refund {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  @PrimaryColumn({ type: 'text' })
  orderExternalId!: string;

  @PrimaryColumn({ type: 'text' })
  externalId!: string;

  /** Sum of the refund's successful transactions. */
  @Column({ type: 'numeric', precision: 20, scale: 4 })
  amount!: string;

  @ManyToOne(() => Retailer, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'retailer_id' })
  retailer?: Retailer;
}
