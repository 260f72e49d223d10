import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';

/** All orders of a retailer are to be counted anew; how far that has come, so that a crash goes on from there. */
@Entity({ name: 'recounts' })
export class Recount {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  /** The platform's id of the last order that was counted; null at the beginning. */
  @Column({ type: 'text', nullable: true })
  cursor!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updatedAt!: Date;

  @OneToOne(() => Retailer, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'retailer_id' })
  retailer?: Retailer;
}
