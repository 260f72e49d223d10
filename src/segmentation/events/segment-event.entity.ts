import { RetailerRow } from '#libs/database';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/**
 * A transition that is still to be handed to consumers. It is written in the transaction that changes the membership,
 * and deleted in the transaction of the consumers: so it is consumed once.
 */
@Entity({ name: 'segment_events' })
export class SegmentEvent extends RetailerRow {
  /** Rises with each event. For one customer and one segment it is the order of the transitions. */
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  seq!: string;

  @Column({ type: 'uuid' })
  segmentId!: string;

  @Column({ type: 'uuid' })
  customerId!: string;

  @Column({ type: 'text' })
  kind!: 'entered' | 'left';

  /** As in `Transition`. */
  @Column({ type: 'text' })
  cause!: string;

  /** The instant of the transition. It may be long ago where the service was down. */
  @Column({ type: 'timestamptz' })
  at!: Date;

  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' })
  recordedAt!: Date;
}
