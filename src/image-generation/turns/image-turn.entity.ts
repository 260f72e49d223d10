import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';

/** The time of a retailer's last turn at one kind of work. The retailer with the oldest turn is next. */
@Entity({ name: 'image_turns' })
export class ImageTurn extends RetailerRow {
  /** `fetch`, `render` or `personal`. */
  @PrimaryColumn({ type: 'text' })
  work!: string;

  @Column({ type: 'timestamptz' })
  takenAt!: Date;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
