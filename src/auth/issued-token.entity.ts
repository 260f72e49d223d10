import { RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Minter } from './module-token.dto.js';

/**
 * A module token that was minted through the API, or any revoked token. The row is kept until the token would have
 * expired. The retailer is the nil UUID for admin tokens, because admins belong to no retailer.
 */
@Entity({ name: 'issued_tokens' })
@Index('issued_tokens_expires_at_idx', ['expiresAt'])
export class IssuedToken extends RetailerRow {
  @PrimaryColumn({ type: 'text' })
  jti!: string;

  /** Who minted a module token: `user` or `admin`. Null for other kinds of token and for tokens minted elsewhere. */
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
