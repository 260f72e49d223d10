import { LeasedRow } from '#libs/durable-work';
import { BelongsTo } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { EmailTemplate } from '../templates/template.entity.js';
import { Dispatch } from './dispatch.entity.js';

export const MESSAGE_STATUSES = ['queued', 'sending', 'sent', 'failed', 'skipped', 'unknown'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** Why a message was left out. */
export const SKIP_REASONS = [
  'already_received',
  'already_subscribed',
  'cancelled',
  'condition',
  'customer_gone',
  'frequency_cap',
  'global_holdout',
  'holdout',
  'left_segment',
  'left_sequence',
  'no_address',
  'no_consent',
  'no_offer',
  'ordered',
  'store_uninstalled',
  'suppressed',
  'unsubscribed',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/**
 * The send ledger: one row for each (execution, step, recipient), with its outcome. The table is partitioned by the
 * month in the id, in which the dispatch was opened.
 */
@Entity({ name: 'messages' })
@Index('messages_due_idx', ['retailerId', 'dueAt'], { where: `status = 'queued' AND NOT held` })
@Index('messages_sending_idx', ['retailerId', 'id'], { where: `status = 'sending'` })
@Index('messages_settled_idx', ['retailerId', 'settledAt'], { where: `settled_at IS NOT NULL AND NOT taken` })
@Index('messages_execution_idx', ['executionId', 'retailerId', 'id'])
@Index('messages_customer_idx', ['customerId', 'retailerId'])
@Index('messages_waiting_idx', ['retailerId', 'executionId'], {
  where: `status = 'queued' AND waiting_since IS NOT NULL`,
})
export class Message extends LeasedRow {
  /** A hash of execution, step and recipient, so that a second row for the same message is impossible. */
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'uuid' })
  executionId!: string;

  @Column({ type: 'text' })
  stepId!: string;

  @Column({ type: 'uuid' })
  templateId!: string;

  /** Null for a test address, and once the customer is erased. */
  @Column({ type: 'uuid', nullable: true })
  customerId!: string | null;

  /** The recipient of a test message. A live message gets the customer's address when it is sent. */
  @Column({ type: 'text', nullable: true })
  address!: string | null;

  /** The variant of the step that the recipient gets; null for a step without variants. */
  @Column({ type: 'text', nullable: true })
  variant!: string | null;

  /** The place of the offer that the email shows, if there is one: empty for that of the sequence. */
  @Column({ type: 'text', default: '' })
  offerPlace!: string;

  /** When the customer entered the sequence, if an order that arrives later ends it; null if it does not. */
  @Column({ type: 'timestamptz', nullable: true })
  enteredAt!: Date | null;

  @Column({ type: 'text', default: 'queued' })
  status!: MessageStatus;

  @Column({ type: 'text', nullable: true })
  reason!: string | null;

  /** Set while the dispatch is paused: the message is not claimed and not sent. */
  @Column({ type: 'boolean', default: false })
  held!: boolean;

  @Column({ type: 'timestamptz' })
  dueAt!: Date;

  /** When its step was due, for a message that waits for the code of an offer, or has waited. */
  @Column({ type: 'timestamptz', nullable: true })
  waitingSince!: Date | null;

  /** The last time at which the message was about to be handed to the mail server. */
  @Column({ type: 'timestamptz', nullable: true })
  sentAt!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  settledAt!: Date | null;

  /** Whether the sequence has processed the outcome. */
  @Column({ type: 'boolean', default: false })
  taken!: boolean;

  /** The mail server's last reply or the error of the connection, without addresses. */
  @Column({ type: 'text', nullable: true })
  response!: string | null;

  @BelongsTo(() => Dispatch, 'execution_id', { refs: 'executionId' })
  dispatch?: Dispatch;

  @BelongsTo(() => EmailTemplate, 'template_id')
  template?: EmailTemplate;
}

/** One message to be sent. */
export interface NewMessage extends Readonly<Pick<Message, 'stepId' | 'templateId' | 'customerId'>> {
  /** The recipient in test mode. A live message goes to the address that the customer has when it is sent. */
  readonly address?: string;
  readonly sendAt: Date;
  readonly variant?: string | null;
  readonly offerPlace?: string;
  readonly enteredAt?: Date | null;
}

/** A message that is sent, failed, skipped or unknown. */
export type SettledMessage = Readonly<
  Pick<Message, 'id' | 'executionId' | 'stepId' | 'customerId' | 'variant' | 'offerPlace' | 'status' | 'reason'> & {
    settledAt: Date;
  }
>;
