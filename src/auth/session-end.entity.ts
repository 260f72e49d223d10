import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Tokens of this user of a retailer that were issued up to this moment open nothing any more. */
@Entity({ name: 'session_ends' })
export class SessionEnd {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  /** The platform's id of the user: `sub` of a retailer token. */
  @PrimaryColumn({ type: 'text' })
  subject!: string;

  @Column({ type: 'timestamptz' })
  endedAt!: Date;
}
