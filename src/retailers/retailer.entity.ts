import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { WebhookDrift } from './webhook-drift.dto.js';

/** The name of a platform that registers a connector. */
export type Platform = `platform-${string}`;
/** The platforms that the API accepts in filters and lists in its documentation. */
export const PLATFORMS: readonly Platform[] = ['platform-a', 'platform-b'];
export const RETAILER_STATUSES = ['installed', 'uninstalled', 'needs_reauth'] as const;
export type RetailerStatus = (typeof RETAILER_STATUSES)[number];

/** The options that a retailer can change. */
export interface RetailerSettings {
  /** Counts unpaid orders too: a store with cash on delivery has only pending orders. */
  readonly countUnpaidOrders?: boolean;
}

/** The result of the last check of the platform's webhook subscriptions. */
export interface WebhookState {
  readonly registered: readonly string[];
  readonly problems: readonly string[];
  /** ISO 8601; missing until the first check. */
  readonly lastCheckedAt?: string;
  /** Missing if no check ever found a difference. */
  readonly drift?: WebhookDrift;
}

/** One installation on one store. The row is kept after an uninstall, so that a reinstall finds its history. */
@Entity({ name: 'retailers' })
export class Retailer {
  /** Derived from platform and store (`retailerIdOf`). */
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  platform!: Platform;

  /** The `shop` domain in lower case (A), the store hash (B). */
  @Column({ type: 'text' })
  externalId!: string;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  status!: RetailerStatus;

  /** The platform's own number of the store; null until its record was read, or if the platform has none. */
  @Column({ type: 'text', nullable: true })
  storeId!: string | null;

  /** The store's currency; null until its record was read. */
  @Column({ type: 'text', nullable: true })
  currency!: string | null;

  @Column({ type: 'text', nullable: true })
  timeZone!: string | null;

  /** Of the storefront, BCP 47; null if unknown. */
  @Column({ type: 'text', nullable: true })
  language!: string | null;

  /** The store's web address, without a trailing slash; null if it can't be used for links. */
  @Column({ type: 'text', nullable: true })
  storefrontUrl!: string | null;

  /** Scopes that the app requested and the merchant did not grant. */
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

  /** When the set-up after the last install was completed; null while it is due. */
  @Column({ type: 'timestamptz', nullable: true })
  setUpAt!: Date | null;
}
