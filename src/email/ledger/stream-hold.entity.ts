import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';

export const HOLD_KINDS = ['complaints', 'hard_bounces'] as const;
export type HoldKind = (typeof HOLD_KINDS)[number];

/** Why a stream was paused: so many of the emails to one mailbox provider went wrong. */
export interface HoldCause {
  readonly kind: HoldKind;
  readonly provider: string;
  readonly emails: number;
  readonly cases: number;
}

/** The last pause of a stream for its reputation. */
@Entity({ name: 'stream_holds' })
export class StreamHold extends RetailerRow {
  @PrimaryColumn({ type: 'text' })
  stream!: string;

  @Column({ type: 'jsonb' })
  cause!: HoldCause;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  pausedAt!: Date;

  /** Null while the stream is paused. Emails that were sent before this time no longer count. */
  @Column({ type: 'timestamptz', nullable: true })
  resumedAt!: Date | null;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
