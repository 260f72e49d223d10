import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn } from 'typeorm';
import { Brand } from '../../retailers/brand.entity.js';

/** As whom a brand writes. */
export interface Sender {
  readonly name?: string | null;
  readonly email?: string | null;
  readonly replyTo?: string | null;
  /** Commercial mail has to show one in most countries. */
  readonly postalAddress?: string | null;
}

/** The part of a brand that concerns its mails. */
@Entity({ name: 'brand_senders' })
export class BrandSender {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  @PrimaryColumn({ type: 'uuid' })
  brandId!: string;

  @Column({ type: 'jsonb', default: {} })
  sender!: Sender;

  /** Whether customers who never said anything about mails get them. */
  @Column({ type: 'boolean', default: false })
  mailUnknownConsent!: boolean;

  @OneToOne(() => Brand, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'retailer_id', referencedColumnName: 'retailerId' },
    { name: 'brand_id', referencedColumnName: 'id' },
  ])
  brand?: Brand;
}
