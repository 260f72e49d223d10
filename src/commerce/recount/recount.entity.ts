import { RetailerRow } from '#libs/database';
import { Column, Entity, JoinColumn, OneToOne } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';

/** A recount of all orders of a retailer, with its cursor, so that it continues after a crash. */
@Entity({ name: 'recounts' })
export class Recount extends RetailerRow {
  /** The last customer or order that was counted, as `RecountHandler` writes it; null at the beginning. */
  @Column({ type: 'text', nullable: true })
  cursor!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updatedAt!: Date;

  @OneToOne(() => Retailer, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'retailer_id' })
  retailer?: Retailer;
}
