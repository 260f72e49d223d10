import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Any platform that registers a connector. */
export type Platform = `platform-${string}`;
/** Those whose stores this API can be asked for, for its documents and its checks. */
export const PLATFORMS: readonly Platform[] = ['platform-a', 'platform-b'];
export type RetailerStatus = 'installed' | 'uninstalled' | 'needs_reauth';

/** What the retailer may choose. */
export interface RetailerSettings {
  /** Cash-on-delivery shops have nothing but pending orders: count them too. */
  readonly countUnpaidOrders?: boolean;
}

/** What the last look at the platform's webhook subscriptions found. */
export interface WebhookState {
  readonly registered: readonly string[];
  readonly problems: readonly string[];
  /** ISO 8601; missing until the first look. */
  readonly lastCheckedAt?: string;
  /** Missing while nothing was ever found amiss. */
  readonly drift?: WebhookDrift;
}

/** What the watch over this installation had to put right, all together. */
export interface WebhookDrift {
  /** Subscriptions that were gone. */
  readonly restoredTopics: number;
  /** Records that no delivery had told of. */
  readonly lateRecords: number;
  /** ISO 8601. */
  readonly lastFoundAt: string;
}

/** One installation on one store: the tenant. Kept after an uninstall, so that a reinstall finds its history. */
@Entity({ name: 'retailers' })
export class Retailer {
  /** Named by platform and store (`retailerIdOf`). */
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  platform!: Platform;

  /** Shop domain in lower case (A), store hash (B). */
  @Column({ type: 'text' })
  externalId!: string;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  status!: RetailerStatus;

  /** The platform's own number of the store; null until its record was read, and where the platform has none. */
  @Column({ type: 'text', nullable: true })
  storeId!: string | null;

  /** The store's currency; null until its record was read. */
  @Column({ type: 'text', nullable: true })
  currency!: string | null;

  @Column({ type: 'text', nullable: true })
  timeZone!: string | null;

  /** The store's address on the web, without a slash at its end; null where no link can be made of it. */
  @Column({ type: 'text', nullable: true })
  storefrontUrl!: string | null;

  /** Scopes that we asked for and the merchant did not grant. */
  @Column({ type: 'text', array: true, default: '{}' })
  missingScopes!: readonly string[];

  @Column({ type: 'jsonb', default: {} })
  settings!: RetailerSettings;

  @Column({ type: 'jsonb', default: { registered: [], problems: [] } })
  webhooks!: WebhookState;

  @Column({ type: 'timestamptz' })
  installedAt!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  uninstalledAt!: Date | null;

  /** When the work after the last install was done; null while it is due. */
  @Column({ type: 'timestamptz', nullable: true })
  setUpAt!: Date | null;
}
