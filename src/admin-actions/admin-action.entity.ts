import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What an admin has done or tried. Append-only: rules of the table refuse changes, and a removal before its time. */
@Entity({ name: 'admin_actions' })
@Index('admin_actions_at_idx', ['at', 'id'])
export class AdminAction {
  /** The nil UUID for an action that is about no retailer, or about several. */
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

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

  /** The path as it was called, without its query: `/admin/brands/6f6e…`. */
  @Column({ type: 'text' })
  target!: string;

  @Column({ type: 'text' })
  requestId!: string;

  /** `ok`, `replayed` for the kept answer to an Idempotency-Key, or the code of the refusal. */
  @Column({ type: 'text' })
  outcome!: string;
}
