import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';

/** The codes that the platform is adding to a discount, or has added last. A discount has one such row at most. */
@Entity({ name: 'platform_a_code_creations' })
export class CodeCreation extends RetailerRow {
  @PrimaryColumn({ type: 'text' })
  discountId!: string;

  /** The platform's id of the creation. */
  @Column({ type: 'text' })
  creationId!: string;

  /** sha256 of the texts of the batch, hex. */
  @Column({ type: 'text' })
  textsHash!: string;

  @Column({ type: 'timestamptz' })
  startedAt!: Date;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
