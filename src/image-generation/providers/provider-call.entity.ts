import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';

/** What a render requests from a provider; `images_again` after rejected images. */
export type CallPurpose = 'images' | 'images_again' | 'layout';

/**
 * How a call ended:
 * - `open`: under way, or cut off because its process ended
 * - `succeeded`: the result is stored
 * - `refused`: the provider refused before it began; costs nothing
 * - `useless`: the answer can't be used, but has to be paid
 * - `unknown`: the provider may have carried it out; booked as paid
 */
export type CallOutcome = 'open' | 'succeeded' | 'refused' | 'useless' | 'unknown';

/** One paid call. Its price is reserved before the call and settled after it. */
@Entity({ name: 'image_provider_calls' })
@Index('image_provider_calls_render_idx', ['retailerId', 'renderId'])
export class ProviderCall extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'uuid' })
  renderId!: string;

  @Column({ type: 'text' })
  purpose!: CallPurpose;

  @Column({ type: 'text' })
  model!: string;

  /** UTC, such as 2026-11. */
  @Column({ type: 'text' })
  month!: string;

  /** US dollars. */
  @Column({ type: 'numeric', precision: 20, scale: 4 })
  reserved!: string;

  /** US dollars; null while the call is open. */
  @Column({ type: 'numeric', precision: 20, scale: 4, nullable: true })
  amount!: string | null;

  @Column({ type: 'text', default: 'open' })
  outcome!: CallOutcome;

  /**
   * The keys of the stored images, or the text of the layout, so that a render that has to be repeated does not pay
   * again.
   */
  @Column({ type: 'jsonb', nullable: true })
  result!: readonly string[] | null;

  /** The provider's id of the call, for questions about a bill. */
  @Column({ type: 'text', nullable: true })
  providerRequestId!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  settledAt!: Date | null;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
