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

  /** The price that the store shows struck through; null if it shows none. */
  @Column({ type: 'numeric', precision: 20, scale: 4, nullable: true })
  compareAtPrice!: string | null;

  /** Whether it can be bought; null if unknown. */
  @Column({ type: 'boolean', nullable: true })
  available!: boolean | null;

  /** Whether the store counts its stock, so that a stock of 0 means that it can't be bought; null if unknown. */
  @Column({ type: 'boolean', nullable: true })
  tracksStock!: boolean | null;

  /** When the store first showed it; null if unknown. */
  @Column({ type: 'timestamptz', nullable: true })
  publishedAt!: Date | null;

  /** Since when, at the latest, the price is as it is. */
  @Column({ type: 'timestamptz', nullable: true })
  priceSince!: Date | null;

  /** The price before the last reduction; null without one, and after the price rose again. */
  @Column({ type: 'numeric', precision: 20, scale: 4, nullable: true })
  formerPrice!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  priceDroppedAt!: Date | null;

  /** When it became available again after it was not; null if that never happened, or if it is not available. */
  @Column({ type: 'timestamptz', nullable: true })
  backInStockAt!: Date | null;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
