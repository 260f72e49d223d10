import { LeasedRow } from '#libs/durable-work';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { MessageState } from './mailing.js';
import { EmailTemplate } from '../templates/template.entity.js';
import { Mailing } from './mailing.entity.js';

/** The ledger: one row for each (execution, step, recipient), and what became of it. */
@Entity({ name: 'messages' })
@Index('messages_due_idx', ['retailerId', 'dueAt'], { where: `state = 'queued' AND NOT held` })
@Index('messages_sending_idx', ['retailerId', 'id'], { where: `state = 'sending'` })
@Index('messages_settled_idx', ['retailerId', 'settledAt'], { where: `settled_at IS NOT NULL AND NOT taken` })
@Index('messages_execution_idx', ['executionId', 'retailerId', 'id'])
@Index('messages_customer_idx', ['customerId', 'retailerId'])
export class Message extends LeasedRow {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  /** Named by execution, step and recipient, so a second row for the same is impossible. */
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'uuid' })
  executionId!: string;

  @Column({ type: 'text' })
  stepId!: string;

  @Column({ type: 'uuid' })
  templateId!: string;

  /** Null for a test address of nobody, and after the customer was erased. */
  @Column({ type: 'uuid', nullable: true })
  customerId!: string | null;

  /** Where it goes; of a live mail known when it is sent. */
  @Column({ type: 'text', nullable: true })
  address!: string | null;

  @Column({ type: 'text', default: 'queued' })
  state!: MessageState;

  @Column({ type: 'text', nullable: true })
  reason!: string | null;

  /** Set while the mailing is paused: a queued message is then neither claimed nor sent. */
  @Column({ type: 'boolean', default: false })
  held!: boolean;

  @Column({ type: 'timestamptz' })
  dueAt!: Date;

  /** The last time at which it was about to be handed over. */
  @Column({ type: 'timestamptz', nullable: true })
  sentAt!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  settledAt!: Date | null;

  /** Whether the planner has heard how it ended. */
  @Column({ type: 'boolean', default: false })
  taken!: boolean;

  /** The server's last reply, without addresses. */
  @Column({ type: 'text', nullable: true })
  response!: string | null;

  @ManyToOne(() => Mailing, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'retailer_id', referencedColumnName: 'retailerId' },
    { name: 'execution_id', referencedColumnName: 'executionId' },
  ])
  mailing?: Mailing;

  @ManyToOne(() => EmailTemplate, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'retailer_id', referencedColumnName: 'retailerId' },
    { name: 'template_id', referencedColumnName: 'id' },
  ])
  template?: EmailTemplate;
}
