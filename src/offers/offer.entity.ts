import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Retailer } from '../retailers/retailer.entity.js';
import type { OfferTerms } from './offer.dto.js';

/**
 * - `open`: codes are minted and given to recipients
 * - `closing`: all its executions have ended; codes that nobody was sent are removed from the store
 * - `closed`: nothing is left to do
 * - `refused`: the store does not take the discount; `problem` says why
 */
export type OfferStatus = 'open' | 'closing' | 'closed' | 'refused';

/**
 * A discount on the store with codes of one execution. An execution has one for its sequence and one for each variant
 * with an offer of its own. The executions that a trigger starts within a day share theirs, so that the store's list of
 * discounts stays short.
 */
@Entity({ name: 'offers' })
@Index('offers_sequence_idx', ['sequenceId', 'retailerId'])
export class OfferRow extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  sequenceId!: string;

  /** What it belongs to: empty for the sequence, `step/variant` for a variant of a step. */
  @Column({ type: 'text' })
  place!: string;

  /** `test`: nothing is minted, and emails show a sample code. */
  @Column({ type: 'text' })
  mode!: 'live' | 'test';

  @Column({ type: 'jsonb' })
  terms!: OfferTerms;

  /** How long an email waits for its code. */
  @Column({ type: 'integer' })
  waitSeconds!: number;

  /** BCP 47, of the emails. */
  @Column({ type: 'text' })
  language!: string;

  /** ISO 4217, of the store. */
  @Column({ type: 'text' })
  currency!: string;

  @Column({ type: 'text' })
  timeZone!: string;

  @Column({ type: 'timestamptz' })
  startsAt!: Date;

  @Column({ type: 'timestamptz' })
  endsAt!: Date;

  /** Until then further triggered executions join; null for an execution that was started by hand. */
  @Column({ type: 'timestamptz', nullable: true })
  acceptsUntil!: Date | null;

  /** The number of codes that are to be minted in all. */
  @Column({ type: 'integer' })
  wanted!: number;

  /** Whether a call to create the discount was begun: the store may have it, although its id is unknown. */
  @Column({ type: 'boolean', default: false })
  called!: boolean;

  /** The platform's id of the discount; null until it is known. */
  @Column({ type: 'text', nullable: true })
  discountId!: string | null;

  @Column({ type: 'text', default: 'open' })
  status!: OfferStatus;

  @Column({ type: 'text', nullable: true })
  problem!: string | null;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
