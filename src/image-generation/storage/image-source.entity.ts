import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';

/** The last fetched content of the address of a product's image or a logo. */
@Entity({ name: 'image_sources' })
export class ImageSource extends RetailerRow {
  /** sha256 of the address, hex. */
  @PrimaryColumn({ type: 'text' })
  urlHash!: string;

  /** sha256 of the bytes, hex: the file is `sources/{contentHash}`. */
  @Column({ type: 'text' })
  contentHash!: string;

  @Column({ type: 'timestamptz' })
  fetchedAt!: Date;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
