import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Retailer } from './retailer.entity.js';

/** One setting of a flag. Rows are only added: the newest of a name holds, and the others say who had set it before. */
@Entity({ name: 'retailer_flags' })
export class RetailerFlag extends RetailerRow {
  @PrimaryColumn({ type: 'text' })
  name!: string;

  /** 1 for the first setting of the flag. */
  @PrimaryColumn({ type: 'integer' })
  number!: number;

  @Column({ type: 'boolean' })
  enabled!: boolean;

  /** The subject of the admin token. */
  @Column({ type: 'text' })
  setBy!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  setAt!: Date;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
