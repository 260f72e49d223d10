import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A token of the platform that was used: nothing inside says what for, so it is good for one address and once. */
@Entity({ name: 'platform_b_used_tokens' })
@Index('platform_b_used_tokens_expires_at_idx', ['expiresAt'])
export class UsedToken {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  /** The token's own id, or a hash of it where it has none. */
  @PrimaryColumn({ type: 'text' })
  tokenKey!: string;

  @Column({ type: 'text' })
  purpose!: string;

  /** From then on the token is refused for its age. */
  @Column({ type: 'timestamptz' })
  expiresAt!: Date;
}
