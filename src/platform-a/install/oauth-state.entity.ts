import { RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A started install. It is good once, for one store (through the retailer's id) and for one browser. */
@Entity({ name: 'platform_a_oauth_states' })
@Index('platform_a_oauth_states_created_at_idx', ['createdAt'])
export class OAuthState extends RetailerRow {
  /** sha256 of the state, hex. A hash, so that a leaked table cannot finish an install. */
  @PrimaryColumn({ type: 'text' })
  stateHash!: string;

  /** sha256 of the value in the browser's cookie, hex. */
  @Column({ type: 'text' })
  browserHash!: string;

  /** The scopes that the merchant is asked for. */
  @Column({ type: 'text', array: true })
  scopes!: readonly string[];

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
