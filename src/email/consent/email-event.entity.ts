import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';

export const EMAIL_EVENT_TYPES = ['delivered', 'soft_bounce', 'hard_bounce', 'complaint'] as const;
export type EmailEventType = (typeof EMAIL_EVENT_TYPES)[number];

/** A provider's report about a message that its server accepted. */
@Entity({ name: 'email_events' })
@Index('email_events_message_idx', ['messageId', 'retailerId'])
@Index('email_events_trouble_idx', ['retailerId', 'receivedAt'], { where: `type IN ('complaint', 'hard_bounce')` })
export class EmailEvent extends RetailerRow {
  /** A hash of the retailer and of the id that the provider gave the report. */
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** No foreign key: a month of messages can't go while one refers to it. */
  @Column({ type: 'uuid' })
  messageId!: string;

  @Column({ type: 'text' })
  type!: EmailEventType;

  @Column({ type: 'timestamptz' })
  occurredAt!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  receivedAt!: Date;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
