import { RetailerRow } from '#libs/database';
import { Column, Entity, JoinColumn, OneToOne } from 'typeorm';
import { Retailer } from './retailer.entity.js';

/** The secret with which a store's own website signs Multipass tokens, sealed. The row is deleted at uninstall. */
@Entity({ name: 'multipass_secrets' })
export class MultipassSecret extends RetailerRow {
  @Column({ type: 'text' })
  secret!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updatedAt!: Date;

  @OneToOne(() => Retailer, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'retailer_id' })
  retailer?: Retailer;
}
