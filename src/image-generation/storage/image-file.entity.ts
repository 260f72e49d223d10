import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';

/** A retailer's use of a stored file. Files are named by their content, so several retailers may share one. */
@Entity({ name: 'image_files' })
@Index('image_files_key_idx', ['key'])
export class ImageFile extends RetailerRow {
  /** As in `ImageStorage`. */
  @PrimaryColumn({ type: 'text' })
  key!: string;

  @Column({ type: 'integer' })
  bytes!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
