import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Brand } from '../../retailers/brand.entity.js';
import type { FrequencyCap, MailingMode, MailingStatus, QuietHours } from './mailing.js';

/** The mail side of an execution: the rules that each of its messages obeys when it is sent. */
@Entity({ name: 'mailings' })
export class Mailing {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  @PrimaryColumn({ type: 'uuid' })
  executionId!: string;

  @Column({ type: 'uuid' })
  brandId!: string;

  @Column({ type: 'text' })
  mode!: MailingMode;

  /** Whether its messages may be sent; a message that comes back to the queue obeys it. */
  @Column({ type: 'text', default: 'open' })
  status!: MailingStatus;

  @Column({ type: 'uuid', nullable: true })
  segmentId!: string | null;

  @Column({ type: 'jsonb', nullable: true })
  frequencyCap!: FrequencyCap | null;

  @Column({ type: 'jsonb', nullable: true })
  quietHours!: QuietHours | null;

  @Column({ type: 'text', nullable: true })
  timeZone!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @ManyToOne(() => Brand, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'retailer_id', referencedColumnName: 'retailerId' },
    { name: 'brand_id', referencedColumnName: 'id' },
  ])
  brand?: Brand;
}
