import { RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * The file that answers a request for data. It is kept until it expires, the person is erased or the store is purged.
 */
@Entity({ name: 'privacy_exports' })
@Index('privacy_exports_expires_idx', ['expiresAt'])
export class PrivacyExport extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  requestId!: string;

  /** JSON. */
  @Column({ type: 'text' })
  content!: string;

  @Column({ type: 'timestamptz' })
  expiresAt!: Date;
}
