import { RetailerRow } from '#libs/database';
import { Column, Entity } from 'typeorm';

/** A token bucket: of one retailer, or of the whole service under the nil UUID. */
@Entity({ name: 'send_rates' })
export class SendRate extends RetailerRow {
  @Column({ type: 'double precision' })
  tokens!: number;

  @Column({ type: 'timestamptz' })
  refilledAt!: Date;
}
