import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Message } from '../ledger/message.entity.js';

export const EMAIL_EVENT_TYPES = ['delivered', 'soft_bounce', 'hard_bounce', 'complaint'] as const;
export type EmailEventType = (typeof EMAIL_EVENT_TYPES)[number];

/** A provider's report about a message that its server accepted. */
@Entity({ name: 'email_events' })
@Index('email_events_message_idx', ['messageId', 'retailerId'])
export class EmailEvent {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  /** A hash of the reporter's id. */
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'uuid' })
  messageId!: string;

  @Column({ type: 'text' })
  type!: EmailEventType;

  @Column({ type: 'timestamptz' })
  occurredAt!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  receivedAt!: Date;

  @ManyToOne(() => Message, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'retailer_id', referencedColumnName: 'retailerId' },
    { name: 'message_id', referencedColumnName: 'id' },
  ])
  message?: Message;
}
