import { RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * An action that an admin took or attempted. Rules of the table refuse updates, and deletions before 400 days. The
 * retailer is the nil UUID for an action about no retailer, or about several.
 */
@Entity({ name: 'admin_actions' })
@Index('admin_actions_at_idx', ['at', 'id'])
export class AdminAction extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  at!: Date;

  /** `sub` of the admin token. */
  @Column({ type: 'text' })
  subject!: string;

  /** Method and route: `PATCH /admin/brands/{id}`. */
  @Column({ type: 'text' })
  action!: string;

  /** The path of the request without its query: `/admin/brands/6f6e…`. */
  @Column({ type: 'text' })
  target!: string;

  @Column({ type: 'text' })
  requestId!: string;

  /** `ok`, `replayed` for a stored answer to an Idempotency-Key, or the code of the refusal. */
  @Column({ type: 'text' })
  outcome!: string;
}
