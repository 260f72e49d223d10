import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * The file that answers a request for data. It is kept until it expires, the person is erased or the store is purged.
 */
@Entity({ name: 'privacy_exports' })
@Index('privacy_exports_expires_idx', ['expiresAt'])
export class PrivacyExport {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  @PrimaryColumn({ type: 'uuid' })
  requestId!: string;

  /** JSON. */
  @Column({ type: 'text' })
  content!: string;

  @Column({ type: 'timestamptz' })
  expiresAt!: Date;
}
