import { RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A POST with an `Idempotency-Key` and its answer. The row is kept for 24 hours. The retailer is that of the token, or
 * the nil UUID for an admin.
 */
@Entity({ name: 'idempotency_keys' })
@Index('idempotency_keys_created_at_idx', ['createdAt'])
export class IdempotencyKey extends RetailerRow {
  /** Kind and subject of the token: two callers may use the same key for different requests. */
  @PrimaryColumn({ type: 'text' })
  caller!: string;

  /** Method and path: a key is valid for one route. */
  @PrimaryColumn({ type: 'text' })
  route!: string;

  @PrimaryColumn({ type: 'text' })
  key!: string;

  /** sha256 of the body, hex: the same key with another body is refused. */
  @Column({ type: 'text' })
  bodyHash!: string;

  /** Status of the answer; null while the first request is running. */
  @Column({ type: 'integer', nullable: true })
  status!: number | null;

  /** The body of the answer, sealed; null if it had none. */
  @Column({ type: 'text', nullable: true })
  answer!: string | null;

  /** When the key was claimed. It identifies the claim, because another request may take over an abandoned one. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  /** When the request that claimed the key last renewed its claim. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  renewedAt!: Date;
}
