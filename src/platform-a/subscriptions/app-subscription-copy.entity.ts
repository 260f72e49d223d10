import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';
import type { AppSubscription } from './app-subscription.mapper.js';

/** The last answer of the platform about a store's subscriptions to the app, for when the platform is away. */
@Entity({ name: 'platform_a_app_subscriptions' })
export class AppSubscriptionCopy {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  @Column({ type: 'jsonb' })
  subscriptions!: AppSubscription[];

  @Column({ type: 'timestamptz' })
  fetchedAt!: Date;

  @OneToOne(() => Retailer, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'retailer_id' })
  retailer?: Retailer;
}
