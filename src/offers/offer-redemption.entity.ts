import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { OfferCode } from './offer-code.entity.js';

/** An order that carries or carried a code. Several orders may carry the same code. */
@Entity({ name: 'offer_redemptions' })
@Index('offer_redemptions_order_idx', ['orderExternalId', 'retailerId'])
export class OfferRedemption extends RetailerRow {
  @PrimaryColumn({ type: 'text' })
  code!: string;

  @PrimaryColumn({ type: 'text' })
  orderExternalId!: string;

  /** Whether the order counts and carries the code now. */
  @Column({ type: 'boolean' })
  counted!: boolean;

  /** Whether it ever did. */
  @Column({ type: 'boolean' })
  everCounted!: boolean;

  @BelongsTo(() => OfferCode, 'code', { refs: 'code' })
  offerCode?: OfferCode;
}
