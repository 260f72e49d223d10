import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { MoreThan } from 'typeorm';
import { OAuthState } from './oauth-state.entity.js';

export type OAuthStateKey = Pick<OAuthState, 'retailerId' | 'stateHash' | 'browserHash'>;

/** How long a merchant may take on the authorize page. */
export const STATE_SECONDS = 600;

@Injectable()
export class PlatformAOAuthStateRepository {
  constructor(private readonly database: Database) {}

  /** Saves a started install and deletes some old ones that nobody finished: plain SQL, in one statement. */
  async save({ retailerId, stateHash, browserHash }: OAuthStateKey): Promise<void> {
    await this.database.acrossRetailers.execute(
      `WITH old AS MATERIALIZED (
         SELECT retailer_id, state_hash FROM platform_a_oauth_states WHERE created_at < now() - make_interval(secs => $4)
          ORDER BY created_at LIMIT 100 FOR UPDATE SKIP LOCKED),
       swept AS (DELETE FROM platform_a_oauth_states WHERE (retailer_id, state_hash) IN (TABLE old))
       INSERT INTO platform_a_oauth_states (retailer_id, state_hash, browser_hash) VALUES ($1, $2, $3)`,
      [retailerId, stateHash, browserHash, STATE_SECONDS],
    );
  }

  /** Uses the state up. True for exactly one caller, and only in time, for the same store and the same browser. */
  async consume(key: OAuthStateKey): Promise<boolean> {
    const createdAt = MoreThan(new Date(Date.now() - STATE_SECONDS * 1_000));
    const { affected } = await this.database
      .of(key.retailerId)
      .using(OAuthState, (states) => states.delete({ ...key, createdAt }));
    return affected === 1;
  }
}
