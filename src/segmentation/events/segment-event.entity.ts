import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/**
 * A change of membership that others have to hear of. Written in the transaction that made the change, deleted in the one
 * in which the consumer took it: so it is never lost and never taken twice.
 */
@Entity({ name: 'segment_events' })
export class SegmentEvent {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  seq!: string;

  @Column({ type: 'uuid' })
  segmentId!: string;

  @Column({ type: 'uuid' })
  customerId!: string;

  /** entered or left. */
  @Column({ type: 'text' })
  kind!: string;

  @Column({ type: 'text' })
  cause!: string;

  @Column({ type: 'timestamptz' })
  at!: Date;

  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' })
  recordedAt!: Date;
}
