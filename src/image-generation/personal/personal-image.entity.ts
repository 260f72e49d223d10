import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';
import type { PersonalContent } from './personal-content.js';

/** An image that recipients with the same content share. */
@Entity({ name: 'personal_images' })
@Index('personal_images_due_idx', ['retailerId', 'dueAt'], { where: `status = 'queued'` })
@Index('personal_images_key_idx', ['retailerId', 'key'])
@Index('personal_images_request_idx', ['retailerId', 'requestId'])
@Index('personal_images_used_idx', ['usedAt'])
export class PersonalImageRow extends RetailerRow {
  /** A hash of everything that decides the result. It has nothing of the person but what the image shows. */
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** The request for the image that it is made after. */
  @Column({ type: 'uuid' })
  requestId!: string;

  /** Whether it shows a name or a code. */
  @Column({ type: 'boolean' })
  named!: boolean;

  @Column({ type: 'jsonb' })
  content!: PersonalContent;

  /** Images with the same first product are drawn one after the other. */
  @Column({ type: 'text' })
  sortKey!: string;

  @Column({ type: 'text', default: 'queued' })
  status!: 'queued' | 'ready' | 'failed';

  @Column({ type: 'text', nullable: true })
  problem!: string | null;

  /** The file. */
  @Column({ type: 'text', nullable: true })
  key!: string | null;

  @Column({ type: 'text', nullable: true })
  altText!: string | null;

  @Column({ type: 'integer', default: 0 })
  attempts!: number;

  /** A worker that begins puts it off, in case it dies. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  dueAt!: Date;

  /** When a recipient got it last. */
  @Column({ type: 'timestamptz' })
  usedAt!: Date;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
