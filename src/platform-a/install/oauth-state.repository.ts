import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import type { OAuthState } from './oauth-state.entity.js';

export type OAuthStateKey = Pick<OAuthState, 'retailerId' | 'stateHash' | 'browserHash'>;

/** How long a merchant may take on the authorize page. */
export const STATE_SECONDS = 600;

@Injectable()
export class PlatformAOAuthStateRepository {
  constructor(private readonly database: Database) {}

  /** Saves a started install and deletes some old ones that nobody finished: plain SQL, in one statement. */
  async save({ retailerId, stateHash, browserHash }: OAuthStateKey, scopes: readonly string[]): Promise<void> {
    await this.database.acrossRetailers.execute(
      `WITH old AS MATERIALIZED (
         SELECT retailer_id, state_hash FROM platform_a_oauth_states WHERE created_at < now() - make_interval(secs => $4)
          ORDER BY created_at LIMIT 100),
       swept AS (DELETE FROM platform_a_oauth_states WHERE (retailer_id, state_hash) IN (TABLE old))
       INSERT INTO platform_a_oauth_states (retailer_id, state_hash, browser_hash, scopes) VALUES ($1, $2, $3, $5)`,
      [retailerId, stateHash, browserHash, STATE_SECONDS, scopes],
    );
  }

  /**
   * Uses the state up. Returns the scopes that were asked for, to exactly one caller, and only in time, for the same
   * store and the same browser. Plain SQL, because the repository does not return deleted rows.
   */
  async consume({ retailerId, stateHash, browserHash }: OAuthStateKey): Promise<readonly string[] | undefined> {
    const since = new Date(Date.now() - STATE_SECONDS * 1_000);
    const [row] = await this.database.of(retailerId).query<Pick<OAuthState, 'scopes'>>(
      `DELETE FROM platform_a_oauth_states
        WHERE retailer_id = $1 AND state_hash = $2 AND browser_hash = $3 AND created_at > $4 RETURNING scopes`,
      [retailerId, stateHash, browserHash, since],
    );
    return row?.scopes;
  }
}
