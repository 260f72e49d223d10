import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Customer } from './customer.entity.js';

/** An order as last known, with the decision of `countOrder`. */
@Entity({ name: 'orders' })
@Index('orders_of_customer_idx', ['customerId', 'retailerId'], { where: 'customer_id IS NOT NULL' })
@Index('orders_gone_customer_idx', ['goneCustomer', 'retailerId'], { where: 'gone_customer IS NOT NULL' })
export class Order extends RetailerRow {
  @PrimaryColumn({ type: 'text' })
  externalId!: string;

  /** Null for an order without a customer account. */
  @Column({ type: 'uuid', nullable: true })
  customerId!: string | null;

  /**
   * The platform's id of a buyer that the store has deleted. A merge that arrives later gives the order to the
   * remaining customer.
   */
  @Column({ type: 'text', nullable: true })
  goneCustomer!: string | null;

  @Column({ type: 'text' })
  currency!: string;

  /** Paid in another currency than the store's: the order counts, its amount does not. */
  @Column({ type: 'boolean', default: false })
  otherCurrency!: boolean;

  @Column({ type: 'numeric', precision: 20, scale: 4 })
  total!: string;

  /** Sum of the successful refunds. */
  @Column({ type: 'numeric', precision: 20, scale: 4 })
  refunded!: string;

  /** The total minus refunds, at least 0; 0 where the order does not count. */
  @Column({ type: 'numeric', precision: 20, scale: 4 })
  net!: string;

  @Column({ type: 'boolean' })
  counted!: boolean;

  /** Why the order counts or does not. */
  @Column({ type: 'text' })
  reason!: string;

  @Column({ type: 'text' })
  financialStatus!: string;

  /** The earliest time of cancellation that a body gave. It is never removed. */
  @Column({ type: 'timestamptz', nullable: true })
  cancelledAt!: Date | null;

  @Column({ type: 'boolean' })
  test!: boolean;

  @Column({ type: 'text', array: true })
  productIds!: readonly string[];

  /** The discount codes that the order carries, in upper case; null where it carries none. */
  @Column({ type: 'text', array: true, nullable: true })
  discountCodes!: readonly string[] | null;

  /** ISO 3166 alpha-2. */
  @Column({ type: 'text', nullable: true })
  billingCountry!: string | null;

  /**
   * The time of purchase, never after `cameInAt`. For an imported order it may be long before the platform's record was
   * created.
   */
  @Column({ type: 'timestamptz' })
  orderedAt!: Date;

  /** When the order was first stored, by the clock of Postgres, in whole milliseconds. */
  @Column({ type: 'timestamptz', default: () => `date_trunc('milliseconds', now())` })
  cameInAt!: Date;

  @Column({ type: 'timestamptz' })
  platformUpdatedAt!: Date;

  /**
   * When the order first counted, by the clock of Postgres. Null if it never counted, or came by an import or by
   * history: then nothing ends because of it.
   */
  @Column({ type: 'timestamptz', nullable: true })
  arrivedAt!: Date | null;

  /** Breaks ties between bodies with the same update time. */
  @Column({ type: 'timestamptz', nullable: true })
  triggeredAt!: Date | null;

  /** The import of history that wrote the order; null for an order of the platform. */
  @Column({ type: 'uuid', nullable: true })
  importId!: string | null;

  @BelongsTo(() => Customer, 'customer_id', { refs: 'id', onDelete: 'NO ACTION' })
  customer?: Customer;
}
