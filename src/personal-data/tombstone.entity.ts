import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Says that somebody was erased, without saying who: whatever of them comes late is recognized and not taken in again.
 * Never deleted.
 */
@Entity({ name: 'privacy_tombstones' })
export class Tombstone {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  /** HMAC-SHA256 of kind and platform id under a key derived from ENCRYPTION_KEYS, hex. */
  @PrimaryColumn({ type: 'text' })
  subjectHash!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  erasedAt!: Date;
}
