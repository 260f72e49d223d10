import { RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One refresh token of a customer's session. All tokens of one sign-on are a family. */
@Entity({ name: 'refresh_tokens' })
@Index('refresh_tokens_token_hash_idx', ['tokenHash'])
@Index('refresh_tokens_family_idx', ['familyId', 'retailerId'])
@Index('refresh_tokens_customer_idx', ['customerId', 'retailerId'])
@Index('refresh_tokens_expires_at_idx', ['expiresAt'])
export class RefreshToken extends RetailerRow {
  /** sha256 of the token, hex: nobody can sign in with the rows of a leaked table. */
  @PrimaryColumn({ type: 'text' })
  tokenHash!: string;

  @Column({ type: 'uuid' })
  familyId!: string;

  @Column({ type: 'uuid' })
  customerId!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz' })
  expiresAt!: Date;

  /** When the token was exchanged for the next one. The row is kept, so that a second use is recognized. */
  @Column({ type: 'timestamptz', nullable: true })
  usedAt!: Date | null;
}
