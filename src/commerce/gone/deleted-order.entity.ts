import { BelongsTo, RetailerRow } from '#libs/database';
import { Entity, PrimaryColumn } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';

/** An order that the store has deleted. It never counts, even if one of its bodies arrives later. */
@Entity({ name: 'deleted_orders' })
export class DeletedOrder extends RetailerRow {
  @PrimaryColumn({ type: 'text' })
  externalId!: string;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
