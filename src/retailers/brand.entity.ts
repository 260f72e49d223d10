import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { StoredKit, StoreSender } from './brand-kit.js';
import { Retailer } from './retailer.entity.js';

/** A brand of a retailer: segments and sequences belong to it. Every install creates one, named after the store. */
@Entity({ name: 'brands' })
@Index('brands_id_idx', ['id'])
export class Brand {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  name!: string;

  /** What was set of the kit; the rest has defaults. */
  @Column({ type: 'jsonb', default: {} })
  kit!: StoredKit;

  /** Read from the store at each install; counts where `kit` says nothing. */
  @Column({ type: 'jsonb', default: {} })
  storeSender!: StoreSender;

  /** Goes up with every change of how the brand looks. */
  @Column({ type: 'integer', default: 1 })
  version!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @ManyToOne(() => Retailer, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'retailer_id' })
  retailer?: Retailer;
}
