import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Brand } from '../../retailers/brand.entity.js';

/** A compiled email: HTML and text in which only Liquid is left. Immutable. */
@Entity({ name: 'email_templates' })
export class EmailTemplate {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  /** A hash of its content. */
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

  @ManyToOne(() => Brand, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'retailer_id', referencedColumnName: 'retailerId' },
    { name: 'brand_id', referencedColumnName: 'id' },
  ])
  brand?: Brand;
}
