import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';

/** What a render asks a provider for. */
export type CallPurpose = 'images' | 'layout';

/**
 * How a call ended:
 * - `open`: under way, or cut off by the end of its process
 * - `succeeded`: its result is kept
 * - `refused`: turned away before any work; costs nothing
 * - `useless`: answered, and the answer is of no use; paid all the same
 * - `unknown`: nobody knows whether it was carried out; booked as if it was
 */
export type CallOutcome = 'open' | 'succeeded' | 'refused' | 'useless' | 'unknown';

/** One call that may cost money: reserved before it is made, settled after. */
@Entity({ name: 'image_provider_calls' })
@Index('image_provider_calls_render_idx', ['retailerId', 'renderId'])
export class ProviderCall {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

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

  /** US dollars; null while it is open. */
  @Column({ type: 'numeric', precision: 20, scale: 4, nullable: true })
  amount!: string | null;

  @Column({ type: 'text', default: 'open' })
  outcome!: CallOutcome;

  /** What the provider gave, so that it is paid for once even if the rest of the render has to be done again. */
  @Column({ type: 'jsonb', nullable: true })
  result!: readonly string[] | null;

  /** The provider's name for the call, for asking it about a bill. */
  @Column({ type: 'text', nullable: true })
  providerRequestId!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  settledAt!: Date | null;

  @ManyToOne(() => Retailer, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'retailer_id' })
  retailer?: Retailer;
}
