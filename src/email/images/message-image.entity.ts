import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Dispatch } from '../ledger/dispatch.entity.js';

/**
 * The personal image that a recipient of an execution sees: not begun (`awaiting_code`, `pending`), being drawn
 * (`drawing`), there (`ready`), or that of the request (`fallback`).
 */
@Entity({ name: 'message_images' })
@Index('message_images_pending_idx', ['retailerId', 'dueAt'], { where: `status = 'pending'` })
@Index('message_images_image_idx', ['retailerId', 'imageId'])
@Index('message_images_request_idx', ['retailerId', 'requestId'])
@Index('message_images_customer_idx', ['customerId', 'retailerId'])
export class MessageImage extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  executionId!: string;

  @PrimaryColumn({ type: 'uuid' })
  customerId!: string;

  /** The request for the image that the personal ones are made after. */
  @PrimaryColumn({ type: 'uuid' })
  requestId!: string;

  @Column({ type: 'text' })
  status!: 'awaiting_code' | 'pending' | 'drawing' | 'ready' | 'fallback';

  /** Why the recipient sees the image of the request. */
  @Column({ type: 'text', nullable: true })
  reason!: string | null;

  /** The offer in words, for an image that names it. */
  @Column({ type: 'jsonb', nullable: true })
  offer!: OfferWords | null;

  /** The earliest time to begin. A worker that begins puts it off, in case it dies. */
  @Column({ type: 'timestamptz' })
  dueAt!: Date;

  /** The image, which recipients with the same content share. */
  @Column({ type: 'uuid', nullable: true })
  imageId!: string | null;

  /** The path of its address. */
  @Column({ type: 'text', nullable: true })
  key!: string | null;

  @Column({ type: 'text', nullable: true })
  altText!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @BelongsTo(() => Dispatch, 'execution_id', { refs: 'executionId' })
  dispatch?: Dispatch;
}

/** What an image may say of a recipient's offer. */
export interface OfferWords {
  readonly code: string;
  readonly label: string;
  readonly endsOn: string;
}
