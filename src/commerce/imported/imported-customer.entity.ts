import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';

/** The id under which another system knows a customer whose record has another id: the address was the same. */
@Entity({ name: 'imported_customers' })
export class ImportedCustomerId extends RetailerRow {
  /** `source:id`. */
  @PrimaryColumn({ type: 'text' })
  externalId!: string;

  @Column({ type: 'uuid' })
  customerId!: string;

  /** The import that found the address. */
  @Column({ type: 'uuid' })
  importId!: string;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
