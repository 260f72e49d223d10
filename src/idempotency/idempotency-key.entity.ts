import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A POST with an `Idempotency-Key` and its answer, kept for 24 hours. */
@Entity({ name: 'idempotency_keys' })
@Index('idempotency_keys_created_at_idx', ['createdAt'])
export class IdempotencyKey {
  /** The retailer of the token; the nil UUID for admins, who belong to none. */
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  /** Kind and subject of the token: the same key of another caller is another key. */
  @PrimaryColumn({ type: 'text' })
  caller!: string;

  /** Method and path: a key means something only for one address. */
  @PrimaryColumn({ type: 'text' })
  route!: string;

  @PrimaryColumn({ type: 'text' })
  key!: string;

  /** sha256 of the body, hex: the same key with another body is refused. */
  @Column({ type: 'text' })
  bodyHash!: string;

  /** Null while the first request is still running. */
  @Column({ type: 'integer', nullable: true })
  status!: number | null;

  /** The body of the answer as it was sent; null where it had none. */
  @Column({ type: 'text', nullable: true })
  answer!: string | null;

  /** When the key was claimed; names the claim, because a claim that was given up can be taken over. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  /** When the request that claimed the key was last known to run. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  renewedAt!: Date;
}
