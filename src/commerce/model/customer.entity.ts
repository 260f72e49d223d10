import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';

export const MARKETING_STATES = ['subscribed', 'unsubscribed', 'unknown'] as const;
export type Marketing = (typeof MARKETING_STATES)[number];

/** A customer of a store with the facts that criteria use. */
@Entity({ name: 'customers' })
// The retailer comes second: until a table is analysed, Postgres uses any index that begins with the retailer for any
// lookup. Where a table counts as empty, it also uses an index in which the retailer comes second; the predicate
// prevents that.
@Index('customers_address_idx', ['email', 'retailerId'], { where: 'email IS NOT NULL' })
export class Customer extends RetailerRow {
  /** Made of the platform's id by `entityId`. */
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  externalId!: string;

  /** Lower case; null where the platform does not give it. */
  @Column({ type: 'text', nullable: true })
  email!: string | null;

  @Column({ type: 'text', nullable: true })
  firstName!: string | null;

  @Column({ type: 'text', nullable: true })
  lastName!: string | null;

  /** ISO 3166 alpha-2 of the default address. */
  @Column({ type: 'text', nullable: true })
  country!: string | null;

  /** BCP 47, as the platform wrote it. */
  @Column({ type: 'text', nullable: true })
  language!: string | null;

  /** The time of the order that gave the language; null where the customer's record gave it. */
  @Column({ type: 'timestamptz', nullable: true })
  languageSaidAt!: Date | null;

  @Column({ type: 'text', default: 'unknown' })
  marketing!: Marketing;

  @Column({ type: 'timestamptz', nullable: true })
  marketingUpdatedAt!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  platformUpdatedAt!: Date | null;

  /** Facts over counted orders, as `facts.sql.ts` defines them. */
  @Column({ type: 'integer', default: 0 })
  ordersCount!: number;

  /** Counted orders in another currency than the store's. They are not in `totalSpent`. */
  @Column({ type: 'integer', default: 0 })
  otherCurrencyOrders!: number;

  @Column({ type: 'numeric', precision: 20, scale: 4, default: 0 })
  totalSpent!: string;

  @Column({ type: 'timestamptz', nullable: true })
  firstOrderAt!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  lastOrderAt!: Date | null;

  /** The largest net amount of a counted order. */
  @Column({ type: 'numeric', precision: 20, scale: 4, nullable: true })
  largestOrder!: string | null;

  /** ISO 3166 alpha-2 of the last counted order that has a billing address. */
  @Column({ type: 'text', nullable: true })
  billingCountry!: string | null;

  /** The import of history that brought the customer; null for a customer of the platform. */
  @Column({ type: 'uuid', nullable: true })
  importId!: string | null;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
