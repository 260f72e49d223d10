import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';

/** A proof that was used for a sign-on. Kept until the proof would be refused as stale. */
@Entity({ name: 'platform_a_used_proofs' })
@Index('platform_a_used_proofs_expires_at_idx', ['expiresAt'])
export class UsedProof extends RetailerRow {
  /** sha256 of the signature or token, hex. A hash, so that a leaked table cannot sign anybody on. */
  @PrimaryColumn({ type: 'text' })
  proofHash!: string;

  @Column({ type: 'timestamptz' })
  expiresAt!: Date;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
