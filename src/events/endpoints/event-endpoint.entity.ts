import { BelongsTo } from '#libs/database';
import { LeasedRow } from '#libs/durable-work';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';
import type { EventType } from '../log/event-types.js';

/** An address to which events are sent. One worker at a time sends to it; `attempts` counts failures in a row. */
@Entity({ name: 'event_endpoints' })
export class EventEndpoint extends LeasedRow {
  /** Chosen by the user. */
  @PrimaryColumn({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  url!: string;

  @Column({ type: 'text', array: true })
  types!: readonly EventType[];

  @Column({ type: 'boolean' })
  enabled!: boolean;

  /** Sealed. */
  @Column({ type: 'text' })
  secret!: string;

  /** The secret before the last rotation, sealed. Until `formerSecretUntil` requests are signed with both. */
  @Column({ type: 'text', nullable: true })
  formerSecret!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  formerSecretUntil!: Date | null;

  /** Events up to this position of the log are delivered, or are of other types. */
  @Column({ type: 'bigint' })
  position!: string;

  /** Delivered events after `position`: an event before them has failed. */
  @Column({ type: 'bigint', array: true, default: () => `'{}'` })
  acknowledged!: readonly string[];

  /** After a failure, when the next attempt is due. */
  @Column({ type: 'timestamptz', nullable: true })
  dueAt!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  failingSince!: Date | null;

  /** Why the service disabled the endpoint; null where a user did, and while it is enabled. */
  @Column({ type: 'text', nullable: true })
  disabledReason!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
