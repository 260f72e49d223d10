import { RetailerRow } from '#libs/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A user of a store's control panel. The user has opened the app or was removed from the store. */
@Entity({ name: 'platform_b_users' })
export class PlatformBUser extends RetailerRow {
  /** The platform's id. */
  @PrimaryColumn({ type: 'text' })
  userId!: string;

  @Column({ type: 'text' })
  role!: string;

  /** Payloads that the platform signed for the user up to this time are refused. */
  @Column({ type: 'timestamptz', nullable: true })
  removedAt!: Date | null;
}
