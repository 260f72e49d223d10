import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Brand } from '../../retailers/brand.entity.js';
import type { SendConditions } from './send-condition.js';
import type { FrequencyCap, QuietHours } from './sending-rules.dto.js';

/** What the links of an execution's emails carry, and where they may lead. */
export interface Tracking {
  /** The sequence, for `utm_campaign`. */
  readonly campaign?: string;
  /** Hosts beside the store's own. */
  readonly hosts?: readonly string[];
  /** Whether an image in the email counts opens. */
  readonly opens?: boolean;
}

/**
 * live: emails go to customers. test: emails go to the test addresses of the execution, and each says that it is a
 * test. confirmation: emails ask customers with unknown consent whether they want emails.
 */
export type SendingMode = 'live' | 'test' | 'confirmation';

/**
 * open: messages are sent when they are due. paused: queued messages are kept until the dispatch is open again.
 * cancelled: queued messages are skipped.
 */
export type DispatchStatus = 'open' | 'paused' | 'cancelled';

/** The email side of an execution: the rules that each of its messages obeys at the moment of sending. */
@Entity({ name: 'dispatches' })
@Index('dispatches_stream_idx', ['retailerId', 'stream'], { where: 'stream IS NOT NULL' })
export class Dispatch extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  executionId!: string;

  @Column({ type: 'uuid' })
  brandId!: string;

  @Column({ type: 'text' })
  mode!: SendingMode;

  /**
   * A change of the status also changes the queued messages. A message that returns to the queue follows the status
   * that the dispatch has at that time.
   */
  @Column({ type: 'text', default: 'open' })
  status!: DispatchStatus;

  /** The recipient must still be a member of this segment; null: membership is not required. */
  @Column({ type: 'uuid', nullable: true })
  segmentId!: string | null;

  @Column({ type: 'jsonb', nullable: true })
  frequencyCap!: FrequencyCap | null;

  @Column({ type: 'jsonb', nullable: true })
  quietHours!: QuietHours | null;

  /** IANA name; null: the store's time zone, or UTC if the store has none. No platform gives customers a time zone. */
  @Column({ type: 'text', nullable: true })
  timeZone!: string | null;

  /** Emails of a stream share a reputation; null: they count for none. */
  @Column({ type: 'text', nullable: true })
  stream!: string | null;

  @Column({ type: 'jsonb', default: '{}' })
  tracking!: Tracking;
  /** The conditions of steps, by step id; null if no step has one. */
  @Column({ type: 'jsonb', nullable: true })
  conditions!: SendConditions | null;

  /**
   * The month in which the dispatch was opened, as `monthOf` counts it. The ids of its messages begin with it, so it
   * never changes. Null for a dispatch without an end, and for those of the time before months.
   */
  @Column({ type: 'smallint', nullable: true })
  idMonth!: number | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @BelongsTo(() => Brand, 'brand_id')
  brand?: Brand;
}

export const RULES = ['brandId', 'mode', 'segmentId', 'frequencyCap', 'quietHours', 'timeZone', 'conditions'] as const;
export type SendingRules = Readonly<Pick<Dispatch, (typeof RULES)[number]>>;

export type NewDispatch = SendingRules &
  Readonly<Pick<Dispatch, 'retailerId' | 'executionId'> & Partial<Pick<Dispatch, 'tracking' | 'stream'>>>;
