import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';

/** The cost of a retailer's images in a month, and the amount reserved for calls under way; in US dollars. */
@Entity({ name: 'image_budgets' })
export class ImageBudget extends RetailerRow {
  /** UTC, such as 2026-11. */
  @PrimaryColumn({ type: 'text' })
  month!: string;

  @Column({ type: 'numeric', precision: 20, scale: 4, default: 0 })
  reserved!: string;

  @Column({ type: 'numeric', precision: 20, scale: 4, default: 0 })
  spent!: string;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
