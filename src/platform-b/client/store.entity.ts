import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What we keep of a store of platform B beside the retailer. Stays after an uninstall: its watermark must. */
@Entity({ name: 'platform_b_stores' })
@Index('platform_b_stores_storefront_origin_idx', ['storefrontOrigin'])
export class PlatformBStore {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  /** The secret in the header of the store's hooks, sealed. */
  @Column({ type: 'text' })
  webhookToken!: string;

  /** Whose pages may sign customers on. */
  @Column({ type: 'text', nullable: true })
  storefrontOrigin!: string | null;

  /** The last uninstall: what was signed until then opens nothing, also after a reinstall. */
  @Column({ type: 'timestamptz', nullable: true })
  closedAt!: Date | null;

  /** No order is read before: the store's API is down or over its rate limit. */
  @Column({ type: 'timestamptz', nullable: true })
  pausedUntil!: Date | null;

  /** Times in a row that the API was down. */
  @Column({ type: 'integer', default: 0 })
  failures!: number;

  /** Everything that changed in the store before this was looked at. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  readUntil!: Date;
}
