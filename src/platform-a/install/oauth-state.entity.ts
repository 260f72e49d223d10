import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A started install: single use, bound to the shop (through the retailer's id) and to the browser. */
@Entity({ name: 'platform_a_oauth_states' })
@Index('platform_a_oauth_states_created_at_idx', ['createdAt'])
export class OAuthState {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  /** sha256 of the state, hex: a leaked table can't finish an install. */
  @PrimaryColumn({ type: 'text' })
  stateHash!: string;

  /** sha256 of the value in the browser's cookie, hex. */
  @Column({ type: 'text' })
  browserHash!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
