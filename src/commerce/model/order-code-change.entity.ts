import { RetailerRow } from '#libs/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * An order with discount codes whose codes or counting may have changed since offers last saw it. The row is written in
 * the transaction that writes the order, and deleted in the transaction that notes the redemptions.
 */
@Entity({ name: 'order_code_changes' })
export class OrderCodeChange extends RetailerRow {
  @PrimaryColumn({ type: 'text' })
  orderExternalId!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  changedAt!: Date;
}
