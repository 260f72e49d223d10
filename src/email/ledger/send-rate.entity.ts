import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A token bucket: of one retailer, or of the whole service under the nil UUID. */
@Entity({ name: 'send_rates' })
export class SendRate {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  @Column({ type: 'double precision' })
  tokens!: number;

  @Column({ type: 'timestamptz' })
  refilledAt!: Date;
}
