import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { BackfillResource } from '../../jobs/payloads.js';
import { Retailer } from '../../retailers/retailer.entity.js';

/** The time up to which one collection of a store was read, and the place of the catch-up under way. */
@Entity({ name: 'store_catch_ups' })
export class StoreCatchUp extends RetailerRow {
  @PrimaryColumn({ type: 'text' })
  resource!: BackfillResource;

  /** Every change before this time was read. */
  @Column({ type: 'timestamptz' })
  since!: Date;

  /** When the catch-up under way began; null where none is under way. */
  @Column({ type: 'timestamptz', nullable: true })
  begunAt!: Date | null;

  /** The platform's cursor after the last written page of the catch-up. */
  @Column({ type: 'text', nullable: true })
  cursor!: string | null;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
