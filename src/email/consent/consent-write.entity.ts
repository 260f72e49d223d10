import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';
import type { ConsentDecision } from '../../stores/consents.js';

/**
 * waiting: the store gets the decision when the row is due. scope_missing: the merchant has not granted the scope; the
 * write is tried again each day. failed: given up.
 */
export const CONSENT_WRITE_STATUSES = ['waiting', 'scope_missing', 'failed'] as const;
export type ConsentWriteStatus = (typeof CONSENT_WRITE_STATUSES)[number];

/** The newest decision of a customer that was made with us and that the customer's store does not have yet. */
@Entity({ name: 'consent_writes' })
@Index('consent_writes_due_idx', ['dueAt'], { where: `status <> 'failed'` })
export class ConsentWrite extends RetailerRow {
  /** The platform's id of the customer. */
  @PrimaryColumn({ type: 'text' })
  externalId!: string;

  @Column({ type: 'text' })
  email!: string;

  @Column({ type: 'text' })
  marketing!: ConsentDecision['marketing'];

  @Column({ type: 'timestamptz' })
  decidedAt!: Date;

  @Column({ type: 'text', default: 'waiting' })
  status!: ConsentWriteStatus;

  /** Failed attempts. */
  @Column({ type: 'integer', default: 0 })
  attempts!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  dueAt!: Date;

  /** The last error. */
  @Column({ type: 'text', nullable: true })
  problem!: string | null;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
