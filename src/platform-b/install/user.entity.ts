import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person of a store's control panel who has opened the app, or was removed from the store. */
@Entity({ name: 'platform_b_users' })
export class PlatformBUser {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  /** The platform's id. */
  @PrimaryColumn({ type: 'text' })
  userId!: string;

  @Column({ type: 'text' })
  role!: string;

  /** What was signed for them until then opens nothing. */
  @Column({ type: 'timestamptz', nullable: true })
  removedAt!: Date | null;
}
