import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Brand } from '../../retailers/brand.entity.js';

/** A compiled email: HTML and text in which only Liquid is left. Immutable. */
@Entity({ name: 'email_templates' })
export class EmailTemplate extends RetailerRow {
  /** A hash of the brand and the content. */
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'uuid' })
  brandId!: string;

  @Column({ type: 'text' })
  subject!: string;

  @Column({ type: 'text' })
  html!: string;

  @Column({ type: 'text' })
  text!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @BelongsTo(() => Brand, 'brand_id')
  brand?: Brand;
}
