import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';

/**
 * The end of a retailer's log of events. A transaction that writes events changes this row, which locks it until the
 * commit: so positions become visible in their order, and a reader that has seen one never misses an earlier one.
 */
@Entity({ name: 'event_heads' })
export class EventHead extends RetailerRow {
  /** The last position that was given away. */
  @Column({ type: 'bigint' })
  position!: string;

  /** The last position that was deleted because of its age. */
  @Column({ type: 'bigint', default: 0 })
  forgotten!: string;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
