import { LeasedRow } from '#libs/durable-work';
import { BelongsTo } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Problem } from '#libs/kernel';
import { Brand } from '../../retailers/brand.entity.js';
import type { ImageKind, ImageSpec } from '../renders/image-spec.js';

/** One accepted POST. Identical requests share one render. */
@Entity({ name: 'image_requests' })
@Index('image_requests_id_idx', ['id'])
@Index('image_requests_brand_idx', ['retailerId', 'brandId', 'createdAt', 'id'])
@Index('image_requests_render_idx', ['retailerId', 'renderId'])
@Index('image_requests_open_idx', ['retailerId', 'dueAt'], { where: `render_id IS NULL AND problem IS NULL` })
@Index('image_requests_due_idx', ['dueAt'], { where: `render_id IS NULL AND problem IS NULL` })
export class ImageRequest extends LeasedRow {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'uuid' })
  brandId!: string;

  @Column({ type: 'text' })
  kind!: ImageKind;

  /** The request with the brand at the time of the request. */
  @Column({ type: 'jsonb' })
  spec!: ImageSpec;

  /** The fields of the request as they were asked for, with defaults. An edit starts from them. */
  @Column({ type: 'jsonb' })
  asked!: object;

  /** The request that this one edits. */
  @Column({ type: 'uuid', nullable: true })
  editOf!: string | null;

  /** Null until all source images are fetched: the render depends on their bytes. */
  @Column({ type: 'uuid', nullable: true })
  renderId!: string | null;

  /** The render existed before the request: it was finished or under way. */
  @Column({ type: 'boolean', default: false })
  cached!: boolean;

  /** Why the request got no render. */
  @Column({ type: 'jsonb', nullable: true })
  problem!: Problem | null;

  /**
   * The earliest time of the next attempt to fetch the images. An attempt that has to be repeated postpones this time.
   */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  dueAt!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  finishedAt!: Date | null;

  @BelongsTo(() => Brand, 'brand_id')
  brand?: Brand;
}
