import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { OfferRow } from './offer.entity.js';

/** An execution whose recipients get codes of an offer. */
@Entity({ name: 'offer_executions' })
@Index('offer_executions_offer_idx', ['offerId', 'retailerId'])
export class OfferExecution extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  executionId!: string;

  @PrimaryColumn({ type: 'uuid' })
  offerId!: string;

  @Column({ type: 'timestamptz', nullable: true })
  endedAt!: Date | null;

  /** The admin asked to remove the codes that were sent, too. */
  @Column({ type: 'boolean', default: false })
  revokeSent!: boolean;

  /** When its codes that nobody needs were removed. */
  @Column({ type: 'timestamptz', nullable: true })
  clearedAt!: Date | null;

  @BelongsTo(() => OfferRow, 'offer_id')
  offer?: OfferRow;
}
