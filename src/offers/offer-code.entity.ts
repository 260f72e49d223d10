import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { OfferRow } from './offer.entity.js';

/** A code that the store has. */
@Entity({ name: 'offer_codes' })
@Index('offer_codes_offer_idx', ['offerId', 'retailerId'])
@Index('offer_codes_free_idx', ['retailerId', 'offerId'], {
  where: 'assigned_at IS NULL AND deactivated_at IS NULL',
})
@Index('offer_codes_recipient_key', ['retailerId', 'executionId', 'customerId', 'offerId'], { unique: true })
@Index('offer_codes_customer_idx', ['customerId', 'retailerId'])
export class OfferCode extends RetailerRow {
  /** In upper case: the platforms compare codes without their case. */
  @PrimaryColumn({ type: 'text' })
  code!: string;

  @Column({ type: 'uuid' })
  offerId!: string;

  /** Null until the code is assigned. */
  @Column({ type: 'uuid', nullable: true })
  executionId!: string | null;

  /** Null until the code is assigned, and once the customer is erased. */
  @Column({ type: 'uuid', nullable: true })
  customerId!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  assignedAt!: Date | null;

  /** A counted order carries the code now. */
  @Column({ type: 'boolean', default: false })
  redeemed!: boolean;

  /** A counted order carried the code, and none does now. */
  @Column({ type: 'boolean', default: false })
  returned!: boolean;

  /** When the code was removed from the store before its end. */
  @Column({ type: 'timestamptz', nullable: true })
  deactivatedAt!: Date | null;

  @BelongsTo(() => OfferRow, 'offer_id')
  offer?: OfferRow;
}
