import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { OfferRow } from './offer.entity.js';

/** Codes that are minted with one call. The row with all texts is committed before the call. */
@Entity({ name: 'offer_batches' })
@Index('offer_batches_prefix_key', ['retailerId', 'prefix'], { unique: true })
export class OfferBatch extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  offerId!: string;

  /** Counts from 1. */
  @PrimaryColumn({ type: 'integer' })
  number!: number;

  @Column({ type: 'text' })
  prefix!: string;

  @Column({ type: 'text', array: true })
  texts!: readonly string[];

  /** Whether a call was begun: the store may have codes of the batch. */
  @Column({ type: 'boolean', default: false })
  called!: boolean;

  /** When its codes were stored. */
  @Column({ type: 'timestamptz', nullable: true })
  mintedAt!: Date | null;

  @BelongsTo(() => OfferRow, 'offer_id')
  offer?: OfferRow;
}
