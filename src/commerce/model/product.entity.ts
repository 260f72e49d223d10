import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';

/** A product as emails and images show it. */
@Entity({ name: 'products' })
export class Product extends RetailerRow {
  @PrimaryColumn({ type: 'text' })
  externalId!: string;

  @Column({ type: 'text' })
  title!: string;

  @Column({ type: 'text', nullable: true })
  handle!: string | null;

  /** The path of its page on the store, with a leading slash; null for a product without a page. */
  @Column({ type: 'text', nullable: true })
  pagePath!: string | null;

  /** active, archived or draft; only active products are recommended. */
  @Column({ type: 'text' })
  status!: string;

  @Column({ type: 'text', nullable: true })
  imageUrl!: string | null;

  /** Price of the first variant in the store's currency. */
  @Column({ type: 'numeric', precision: 20, scale: 4, nullable: true })
  price!: string | null;

  @Column({ type: 'timestamptz' })
  platformUpdatedAt!: Date;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
