import { RetailerRow } from '#libs/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Records that a person was erased, without naming the person. Late deliveries about the person are recognized by it
 * and not applied. It is never deleted.
 */
@Entity({ name: 'privacy_tombstones' })
export class Tombstone extends RetailerRow {
  /** HMAC-SHA256 of kind and platform id under a key derived from ENCRYPTION_KEYS, hex. */
  @PrimaryColumn({ type: 'text' })
  subjectHash!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  erasedAt!: Date;
}
