import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Brand } from '../../retailers/brand.entity.js';

/**
 * A person was asked, or is to be asked, whether they want emails. There is one row for a person, ever: the row stays
 * as long as the retailer.
 */
@Entity({ name: 'confirmation_requests' })
@Index('confirmation_requests_execution_idx', ['executionId', 'retailerId'])
@Index('confirmation_requests_waiting_idx', ['retailerId', 'requestedAt'], { where: 'message_id IS NULL' })
export class ConfirmationRequest extends RetailerRow {
  /** As in suppressions, so that the row can outlive the person's erasure. */
  @PrimaryColumn({ type: 'text' })
  addressHash!: string;

  @Column({ type: 'uuid' })
  brandId!: string;

  /** Null once the customer is erased. */
  @Column({ type: 'uuid', nullable: true })
  customerId!: string | null;

  /** The execution that left the customer out for the missing consent. */
  @Column({ type: 'uuid' })
  executionId!: string;

  @Column({ type: 'timestamptz' })
  requestedAt!: Date;

  /** The email that asks; null until it is in the ledger. Its link is what the person confirms with. */
  @Column({ type: 'uuid', nullable: true })
  messageId!: string | null;

  /** When the person said yes. */
  @Column({ type: 'timestamptz', nullable: true })
  confirmedAt!: Date | null;

  @BelongsTo(() => Brand, 'brand_id')
  brand?: Brand;
}
