import { RetailerRow } from '#libs/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A customer whose record or orders have been written since the customer was last evaluated. The row is written in the
 * transaction that computes the facts (an import only locks a row that is there), and deleted in the transaction of the
 * evaluation: so no change is lost between the two.
 */
@Entity({ name: 'customer_changes' })
export class CustomerChange extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  customerId!: string;

  /** A `Cause`, or `settings` after a recount. */
  @Column({ type: 'text' })
  cause!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  changedAt!: Date;

  /**
   * Whether the customer was evaluated for all segments except those with a running evaluation of all customers. That
   * evaluation still reads the cause from this row.
   */
  @Column({ type: 'boolean', default: false })
  held!: boolean;
}
