import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';

/** When messages of dispatches of a month were last sent. Whoever asks for recent emails leaves out other months. */
@Entity({ name: 'sending_months' })
export class SendingMonth extends RetailerRow {
  /** As in `Dispatch`. */
  @PrimaryColumn({ type: 'smallint' })
  idMonth!: number;

  /** The day in UTC, `YYYY-MM-DD`. It is written before the first of these messages is sent. */
  @Column({ type: 'date' })
  sentOn!: string;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
