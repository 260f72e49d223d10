import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';
import type { EventData, EventType } from './event-types.js';

/** Something that happened, for other systems. It is written in the transaction of what it reports. */
@Entity({ name: 'events' })
@Index('events_id_key', ['retailerId', 'id'], { unique: true })
@Index('events_customer_idx', ['customerId', 'retailerId'])
@Index('events_recorded_at_idx', ['recordedAt'])
export class LoggedEvent extends RetailerRow {
  /** Rises in the order of the commits, see `EventHead`. Some numbers are missing. */
  @PrimaryColumn({ type: 'bigint' })
  position!: string;

  @Column({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  type!: EventType;

  @Column({ type: 'timestamptz' })
  at!: Date;

  @Column({ type: 'uuid', nullable: true })
  customerId!: string | null;

  @Column({ type: 'jsonb' })
  data!: EventData;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  recordedAt!: Date;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
