import { RetailerRow } from '#libs/database';
import { Column, Entity, JoinColumn, OneToOne } from 'typeorm';
import { Retailer } from './retailer.entity.js';

/** The platform's tokens for one store, sealed (AES-256-GCM). The row is deleted at uninstall. */
@Entity({ name: 'retailer_credentials' })
export class Credentials extends RetailerRow {
  @Column({ type: 'text' })
  accessToken!: string;

  @Column({ type: 'text', nullable: true })
  refreshToken!: string | null;

  /** Null if the platform did not say: then the token counts as due for renewal. */
  @Column({ type: 'timestamptz', nullable: true })
  expiresAt!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  refreshExpiresAt!: Date | null;

  /** When the platform issued the present tokens. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  issuedAt!: Date;

  @Column({ type: 'text', array: true })
  scopes!: readonly string[];

  @OneToOne(() => Retailer, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'retailer_id' })
  retailer?: Retailer;
}
