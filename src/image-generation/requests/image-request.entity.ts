import { LeasedRow } from '#libs/durable-work';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Problem } from '#libs/kernel';
import { Brand } from '../../retailers/brand.entity.js';
import type { ImageKind, ImageSpec } from '../renders/image-spec.js';

/** One accepted POST. What it asks for is made by a render, which identical requests share. */
@Entity({ name: 'image_requests' })
@Index('image_requests_id_idx', ['id'])
@Index('image_requests_brand_idx', ['retailerId', 'brandId', 'createdAt', 'id'])
@Index('image_requests_render_idx', ['retailerId', 'renderId'])
@Index('image_requests_open_idx', ['retailerId', 'dueAt'], { where: `render_id IS NULL AND problem IS NULL` })
@Index('image_requests_due_idx', ['dueAt'], { where: `render_id IS NULL AND problem IS NULL` })
export class ImageRequest extends LeasedRow {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'uuid' })
  brandId!: string;

  @Column({ type: 'text' })
  kind!: ImageKind;

  /** As asked for, with the brand as it was then. */
  @Column({ type: 'jsonb' })
  spec!: ImageSpec;

  /** Null until the images of its products are here: only then is it known what the request amounts to. */
  @Column({ type: 'uuid', nullable: true })
  renderId!: string | null;

  /** The render was there already, finished or under way. */
  @Column({ type: 'boolean', default: false })
  cached!: boolean;

  /** Why it came to no render. */
  @Column({ type: 'jsonb', nullable: true })
  problem!: Problem | null;

  /** Not before this time; moved on by every failed try to get the images. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  dueAt!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  finishedAt!: Date | null;

  @ManyToOne(() => Brand, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'retailer_id', referencedColumnName: 'retailerId' },
    { name: 'brand_id', referencedColumnName: 'id' },
  ])
  brand?: Brand;
}
