import { RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A used token of the platform. No claim names its purpose, so a token is accepted once and by one route. */
@Entity({ name: 'platform_b_used_tokens' })
@Index('platform_b_used_tokens_expires_at_idx', ['expiresAt'])
export class UsedToken extends RetailerRow {
  /** The token's own id, or a hash of the token where it has none. */
  @PrimaryColumn({ type: 'text' })
  tokenKey!: string;

  @Column({ type: 'text' })
  purpose!: string;

  /** From this time on the token is refused because of its age. */
  @Column({ type: 'timestamptz' })
  expiresAt!: Date;
}
