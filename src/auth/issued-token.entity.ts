import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Minter } from './token-rules.js';

/** A token that can be listed, or one that is revoked, until it would have ended by itself. */
@Entity({ name: 'issued_tokens' })
@Index('issued_tokens_expires_at_idx', ['expiresAt'])
export class IssuedToken {
  /** The nil UUID for tokens of admins, who belong to no retailer. */
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  @PrimaryColumn({ type: 'text' })
  jti!: string;

  /** Who made a module token: `user` or `admin`. Null for tokens of other kinds and other makers. */
  @Column({ type: 'text', nullable: true })
  minterKind!: Minter['kind'] | null;

  @Column({ type: 'text', nullable: true })
  minter!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  issuedAt!: Date | null;

  @Column({ type: 'timestamptz' })
  expiresAt!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  revokedAt!: Date | null;
}
