import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';

/** Up to when one collection of a store was read, and how far the reading under way has come. */
@Entity({ name: 'store_catch_ups' })
export class StoreCatchUp {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  /** customers, products or orders. */
  @PrimaryColumn({ type: 'text' })
  resource!: string;

  /** Every change before this is known to have been read. */
  @Column({ type: 'timestamptz' })
  since!: Date;

  /** When the reading under way began; null between two. */
  @Column({ type: 'timestamptz', nullable: true })
  begunAt!: Date | null;

  /** The platform's cursor after the last written page of it. */
  @Column({ type: 'text', nullable: true })
  cursor!: string | null;

  @ManyToOne(() => Retailer, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'retailer_id' })
  retailer?: Retailer;
}
