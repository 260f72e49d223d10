import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';
import type { Marketing } from '../model/customer.entity.js';

/**
 * A platform's id of a deleted or merged customer, or of the customer that a merge has kept. It keeps what this id
 * alone has said, so that deliveries lead to the same customer in whatever order they arrive.
 */
@Entity({ name: 'customer_identities' })
@Index('customer_identities_merged_idx', ['retailerId', 'mergedInto'], { where: 'merged_into IS NOT NULL' })
@Index('customer_identities_unfollowed_idx', ['retailerId'], { where: 'NOT followed' })
export class CustomerIdentity extends RetailerRow {
  @PrimaryColumn({ type: 'text' })
  externalId!: string;

  /** The id that has remained after all merges; null for one that was not merged. */
  @Column({ type: 'text', nullable: true })
  mergedInto!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  mergedAt!: Date | null;

  @Column({ type: 'boolean', default: false })
  deleted!: boolean;

  @Column({ type: 'text', default: 'unknown' })
  marketing!: Marketing;

  @Column({ type: 'timestamptz', nullable: true })
  marketingUpdatedAt!: Date | null;

  @Column({ type: 'text', nullable: true })
  language!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  languageSaidAt!: Date | null;

  /** The address of a merged customer, until what it says about emails has reached the remaining address. */
  @Column({ type: 'text', nullable: true })
  email!: string | null;

  /** Whether the rows of all modules have moved to the remaining customer. */
  @Column({ type: 'boolean', default: true })
  followed!: boolean;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
