import { RetailerRow } from '#libs/database';
import { Column, Entity, Index } from 'typeorm';

/**
 * The data of a store of platform B that the retailer's row lacks. The row stays after an uninstall, because of
 * `closedAt`.
 */
@Entity({ name: 'platform_b_stores' })
@Index('platform_b_stores_storefront_origin_idx', ['storefrontOrigin'])
export class PlatformBStore extends RetailerRow {
  /** The token in the header of the store's hooks, sealed. */
  @Column({ type: 'text' })
  webhookToken!: string;

  /** The origin whose pages may sign customers on. */
  @Column({ type: 'text', nullable: true })
  storefrontOrigin!: string | null;

  /** The last uninstall. Payloads that the platform signed up to this time are refused, also after a reinstall. */
  @Column({ type: 'timestamptz', nullable: true })
  closedAt!: Date | null;

  /** No order is read before this time: the store's API is down, or the store is over its rate limit. */
  @Column({ type: 'timestamptz', nullable: true })
  pausedUntil!: Date | null;

  /** Failures of the API in a row. */
  @Column({ type: 'integer', default: 0 })
  failures!: number;

  /** Whether an offer of ours ever gave free shipping, which leaves no discount in the body of an order. */
  @Column({ type: 'boolean', default: false })
  shipsFree!: boolean;

  /** Every change before this time was read. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  readUntil!: Date;
}
