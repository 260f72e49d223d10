import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';

/** When a retailer last had its turn. The retailer with the oldest turn is next. */
@Entity({ name: 'image_turns' })
export class ImageTurn {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  /** `fetch` or `render`. */
  @PrimaryColumn({ type: 'text' })
  work!: string;

  @Column({ type: 'timestamptz' })
  takenAt!: Date;

  @ManyToOne(() => Retailer, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'retailer_id' })
  retailer?: Retailer;
}
