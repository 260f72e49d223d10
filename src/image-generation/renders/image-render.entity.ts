import { LeasedRow } from '#libs/durable-work';
import { BelongsTo } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Problem } from '#libs/kernel';
import { Retailer } from '../../retailers/retailer.entity.js';
import type { ImageKind, ImageSpec } from './image-spec.js';
import type { RenderResult } from './render-result.js';

export type RenderStatus = 'queued' | 'rendering' | 'ready' | 'failed';

/** One rendering, shared by all requests for the same result. */
@Entity({ name: 'image_renders' })
@Index('image_renders_cache_key_key', ['retailerId', 'cacheKey'], { unique: true })
@Index('image_renders_open_idx', ['retailerId', 'dueAt'], { where: `status IN ('queued', 'rendering')` })
@Index('image_renders_due_idx', ['dueAt'], { where: `status = 'queued'` })
@Index('image_renders_lease_idx', ['leasedUntil'], { where: `status = 'rendering'` })
export class ImageRender extends LeasedRow {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /**
   * sha256 of everything that decides the result, hex. Null after a failure, so that the next request renders again.
   */
  @Column({ type: 'text', nullable: true })
  cacheKey!: string | null;

  @Column({ type: 'text' })
  kind!: ImageKind;

  @Column({ type: 'text' })
  provider!: string;

  /** The request's spec with the sha256 of each source image. */
  @Column({ type: 'jsonb' })
  spec!: ImageSpec;

  @Column({ type: 'text', default: 'queued' })
  status!: RenderStatus;

  /** The earliest time of the next run. A run that has to be repeated postpones this time. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  dueAt!: Date;

  @Column({ type: 'jsonb', nullable: true })
  result!: RenderResult | null;

  @Column({ type: 'jsonb', nullable: true })
  problem!: Problem | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  finishedAt!: Date | null;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
