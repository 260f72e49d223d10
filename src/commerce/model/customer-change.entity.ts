import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A customer whose facts changed and whose memberships are not yet right. Written in the transaction that changed the
 * facts, deleted in the one that set the memberships right: so nothing is lost between the two.
 */
@Entity({ name: 'customer_changes' })
export class CustomerChange {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  @PrimaryColumn({ type: 'uuid' })
  customerId!: string;

  /** What changed them: the id of a delivery, or `backfill`. */
  @Column({ type: 'text' })
  cause!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  changedAt!: Date;

  /** The memberships are right, except in segments for which all customers are evaluated: there the cause is waited for. */
  @Column({ type: 'boolean', default: false })
  held!: boolean;
}
