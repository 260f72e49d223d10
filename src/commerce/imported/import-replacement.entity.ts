import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';

/** What an import has replaced in a row that was there before, so that the import can be undone. */
@Entity({ name: 'import_replacements' })
@Index('import_replacements_key_idx', ['retailerId', 'key'])
@Index('import_replacements_customer_idx', ['retailerId', 'customerId'])
export class ImportReplacement extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  importId!: string;

  @PrimaryColumn({ type: 'text' })
  kind!: 'order' | 'customer';

  /** The external id of the order, or our id of the customer. */
  @PrimaryColumn({ type: 'text' })
  key!: string;

  /** The customer whose data it is; null for an order without one. */
  @Column({ type: 'uuid', nullable: true })
  customerId!: string | null;

  /** An order: its columns, or its former import where nothing else changed. A customer: the fields that changed. */
  @Column({ type: 'jsonb' })
  before!: object;

  /** A customer: what the import wrote into these fields, or said as it was stored. Null for an order. */
  @Column({ type: 'jsonb', nullable: true })
  after!: object | null;

  /** Orders what several imports said of one customer. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  keptAt!: Date;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
