import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';

/** How far one collection of a store was read, so that a crash goes on from the last page that was written. */
@Entity({ name: 'backfills' })
export class Backfill {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  /** customers, products or orders. */
  @PrimaryColumn({ type: 'text' })
  resource!: string;

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
