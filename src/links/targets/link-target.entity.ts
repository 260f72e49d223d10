import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';

/** Where a link of emails leads. Many emails share a row, because its id is a hash of the address. */
@Entity({ name: 'link_targets' })
@Index('link_targets_used_at_idx', ['usedAt'])
export class LinkTarget extends RetailerRow {
  @PrimaryColumn({ type: 'text' })
  id!: string;

  /** With marks in place of personal data, see `personal-parts.ts`. */
  @Column({ type: 'text' })
  url!: string;

  /** The last day on which an email with the link was made. */
  @Column({ type: 'timestamptz' })
  usedAt!: Date;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
