import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';

export type SuppressionReason = 'hard_bounce' | 'complaint' | 'unsubscribed';

/**
 * An address that gets no emails of a retailer. The row has only the hash of the address, so that it can outlive the
 * customer's erasure.
 */
@Entity({ name: 'suppressions' })
export class Suppression extends RetailerRow {
  @PrimaryColumn({ type: 'text' })
  addressHash!: string;

  @Column({ type: 'text' })
  reason!: SuppressionReason;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
