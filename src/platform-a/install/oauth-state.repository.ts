import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';

/** A started install. Hashes only: a leaked table can't finish one. */
export interface OAuthStateKey {
  readonly retailerId: string;
  /** sha256, hex. */
  readonly stateHash: string;
  /** sha256 of the browser's cookie, hex. */
  readonly browserHash: string;
}

/** How long a merchant may take on the authorize page. */
export const STATE_SECONDS = 600;

@Injectable()
export class PlatformAOAuthStateRepository {
  constructor(private readonly database: Database) {}

  /** Saves a started install and clears away some of those that nobody finished. */
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

  /** Uses the state up: true for exactly one caller, for this shop and this browser, in time. */
  async consume({ retailerId, stateHash, browserHash }: OAuthStateKey): Promise<boolean> {
    const used = await this.database.of(retailerId).query(
      `DELETE FROM platform_a_oauth_states
        WHERE retailer_id = $1 AND state_hash = $2 AND browser_hash = $3
          AND created_at > now() - make_interval(secs => $4)
       RETURNING 1`,
      [retailerId, stateHash, browserHash, STATE_SECONDS],
    );
    return used.length > 0;
  }
}
