import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';

/** The reasons that the service gives itself. Admins and imported lists may give any other text. */
export type SuppressionReason = 'hard_bounce' | 'complaint' | 'unsubscribed';

/**
 * An address that gets no emails of a retailer. Sending compares hashes of addresses, so that the row can outlive the
 * customer's erasure.
 */
@Entity({ name: 'suppressions' })
export class Suppression extends RetailerRow {
  @PrimaryColumn({ type: 'text' })
  addressHash!: string;

  /** Lower case, for the merchant's list; null once the person is erased. */
  @Column({ type: 'text', nullable: true })
  email!: string | null;

  @Column({ type: 'text' })
  reason!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
