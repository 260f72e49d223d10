import { RetailerRow } from '#libs/database';
import { Column, Entity, JoinColumn, OneToOne } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';
import type { AppSubscription } from './app-subscriptions.dto.js';

/** The platform's last answer about a store's subscriptions to the app. Serves while the platform is unavailable. */
@Entity({ name: 'platform_a_app_subscriptions' })
export class AppSubscriptionCopy extends RetailerRow {
  @Column({ type: 'jsonb' })
  subscriptions!: readonly AppSubscription[];

  @Column({ type: 'timestamptz' })
  fetchedAt!: Date;

  @OneToOne(() => Retailer, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'retailer_id' })
  retailer?: Retailer;
}
