import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A code that opens one thing once: a browser carries it where a token must not be seen. */
@Entity({ name: 'one_time_codes' })
@Index('one_time_codes_code_hash_idx', ['codeHash'])
@Index('one_time_codes_expires_at_idx', ['expiresAt'])
export class OneTimeCode {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  /** sha256 of the code, hex: a leaked table opens nothing. */
  @PrimaryColumn({ type: 'text' })
  codeHash!: string;

  @Column({ type: 'text' })
  purpose!: string;

  /** Whom the code speaks for. */
  @Column({ type: 'text' })
  subject!: string;

  @Column({ type: 'text' })
  role!: string;

  @Column({ type: 'timestamptz' })
  expiresAt!: Date;
}
