import { LeasedRow } from '#libs/durable-work';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Problem } from '#libs/kernel';
import { Retailer } from '../../retailers/retailer.entity.js';
import type { ImageKind, ImageSpec } from './image-spec.js';
import type { RenderResult } from './render-result.js';

export type RenderStatus = 'queued' | 'rendering' | 'ready' | 'failed';

/** The making of one image, however many requests wait for it. */
@Entity({ name: 'image_renders' })
@Index('image_renders_cache_key_key', ['retailerId', 'cacheKey'], { unique: true })
@Index('image_renders_open_idx', ['retailerId', 'dueAt'], { where: `status IN ('queued', 'rendering')` })
@Index('image_renders_due_idx', ['dueAt'], { where: `status = 'queued'` })
@Index('image_renders_lease_idx', ['leasedUntil'], { where: `status = 'rendering'` })
export class ImageRender extends LeasedRow {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** sha256 of everything that decides the result, hex. Null once it has failed, so that the next request tries anew. */
  @Column({ type: 'text', nullable: true })
  cacheKey!: string | null;

  @Column({ type: 'text' })
  kind!: ImageKind;

  @Column({ type: 'text' })
  provider!: string;

  /** With the images of its products by their content. */
  @Column({ type: 'jsonb' })
  spec!: ImageSpec;

  @Column({ type: 'text', default: 'queued' })
  status!: RenderStatus;

  /** Not before this time; moved on where the provider asks to wait. */
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

  @ManyToOne(() => Retailer, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'retailer_id' })
  retailer?: Retailer;
}
