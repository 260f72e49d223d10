import { RetailerRow } from '#libs/database';
import { Column, Entity, Index, JoinColumn, OneToOne, PrimaryColumn } from 'typeorm';
import { Customer } from '../../commerce/model/customer.entity.js';

/** A customer who signed on and whose record is still to be read from the store. */
@Entity({ name: 'customer_reads' })
@Index('customer_reads_due_idx', ['dueAt'])
export class CustomerRead extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  customerId!: string;

  /** The platform's id. */
  @Column({ type: 'text' })
  externalId!: string;

  /** How often the sweep has enqueued the read. */
  @Column({ type: 'integer', default: 0 })
  attempts!: number;

  /** When the sweep enqueues the read again. */
  @Column({ type: 'timestamptz' })
  dueAt!: Date;

  @OneToOne(() => Customer, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'retailer_id', referencedColumnName: 'retailerId' },
    { name: 'customer_id', referencedColumnName: 'id' },
  ])
  customer?: Customer;
}
