import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { StoredKit, StoreSender } from './brand-kit.js';
import { Retailer } from './retailer.entity.js';

/**
 * A brand of a retailer. Segments and sequences belong to it. Every install creates one that is named after the store.
 */
@Entity({ name: 'brands' })
@Index('brands_id_idx', ['id'])
export class Brand extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  name!: string;

  /** The values that were chosen; the others have defaults. */
  @Column({ type: 'jsonb', default: {} })
  kit!: StoredKit;

  /** Read from the store at each install: the default of the kit's sender. */
  @Column({ type: 'jsonb', default: {} })
  storeSender!: StoreSender;

  /** Incremented with every change of the name or the look. */
  @Column({ type: 'integer', default: 1 })
  version!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
