import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Brand } from '../../retailers/brand.entity.js';
import type { StoredBoundaries } from '../criteria/rfm.js';

/** The boundaries of a brand's fifths by recency, frequency and monetary value at one time. */
@Entity({ name: 'rfm_runs' })
export class RfmRun extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  brandId!: string;

  @PrimaryColumn({ type: 'timestamptz' })
  computedAt!: Date;

  /** The number of customers with an order. */
  @Column({ type: 'integer' })
  customers!: number;

  @Column({ type: 'jsonb' })
  boundaries!: StoredBoundaries;

  @BelongsTo(() => Brand, 'brand_id')
  brand?: Brand;
}
