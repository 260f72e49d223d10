import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { EventType } from '../log/event-types.js';
import { EventEndpoint } from './event-endpoint.entity.js';

/** One request with an event to an endpoint. */
@Entity({ name: 'event_attempts' })
@Index('event_attempts_endpoint_idx', ['retailerId', 'endpoint', 'at'])
@Index('event_attempts_at_idx', ['at'])
export class EventAttempt extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  endpoint!: string;

  @Column({ type: 'uuid' })
  eventId!: string;

  @Column({ type: 'text' })
  eventType!: EventType | 'test';

  @Column({ type: 'timestamptz' })
  at!: Date;

  @Column({ type: 'integer' })
  milliseconds!: number;

  /** The status of the answer; null where there was none. */
  @Column({ type: 'integer', nullable: true })
  status!: number | null;

  /** Null for an acknowledged event. */
  @Column({ type: 'text', nullable: true })
  problem!: string | null;

  @BelongsTo(() => EventEndpoint, 'endpoint', { refs: 'name' })
  of?: EventEndpoint;
}
