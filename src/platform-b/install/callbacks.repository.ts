import { Injectable } from '@nestjs/common';
import { type Tx, upsert } from '#libs/database';
import type { RetailerRole } from '../../auth/token-rules.js';
import { UsedToken } from './used-token.entity.js';
import { PlatformBUser } from './user.entity.js';

/** The purpose for which a token of the platform was used. */
export type TokenPurpose = 'load' | 'uninstall' | 'remove-user' | 'customer-sso';

/** `again`: the token was used before for the same purpose. `elsewhere`: it was used before for another purpose. */
export type TokenUse = 'first' | 'again' | 'elsewhere';

/** Reads and writes of used tokens and of the users of stores. */
@Injectable()
export class PlatformBCallbacksRepository {
  /** Uses a token up and deletes some expired ones: plain SQL, in one statement. */
  async use(
    tx: Tx,
    token: { readonly retailerId: string; readonly key: string; readonly purpose: TokenPurpose; readonly until: Date },
  ): Promise<TokenUse> {
    const { retailerId, key, purpose, until } = token;
    const written = await tx.execute(
      `WITH old AS MATERIALIZED (
         SELECT token_key FROM platform_b_used_tokens WHERE retailer_id = $1 AND expires_at < now()
          ORDER BY expires_at LIMIT 100 FOR UPDATE SKIP LOCKED),
       swept AS (DELETE FROM platform_b_used_tokens WHERE retailer_id = $1 AND token_key IN (TABLE old))
       INSERT INTO platform_b_used_tokens (retailer_id, token_key, purpose, expires_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (retailer_id, token_key) DO NOTHING`,
      [retailerId, key, purpose, until],
    );
    if (written > 0) return 'first';
    const used = await tx.repository(UsedToken).findOneBy({ retailerId, tokenKey: key });
    return used?.purpose === purpose ? 'again' : 'elsewhere';
  }

  /** The time of the user's last removal from the store. */
  async removedAt(tx: Tx, retailerId: string, userId: string): Promise<Date | null> {
    return (await tx.repository(PlatformBUser).findOneBy({ retailerId, userId }))?.removedAt ?? null;
  }

  async saveUser(tx: Tx, retailerId: string, userId: string, role: RetailerRole): Promise<void> {
    await upsert(tx.repository(PlatformBUser), { retailerId, userId, role });
  }

  /** Works also for a user who never opened the app, because a signed call for them may still arrive. */
  async removeUser(tx: Tx, retailerId: string, userId: string, at: Date): Promise<void> {
    await tx.execute(
      `INSERT INTO platform_b_users (retailer_id, user_id, role, removed_at) VALUES ($1, $2, 'removed', $3)
       ON CONFLICT (retailer_id, user_id) DO UPDATE SET role = excluded.role,
         removed_at = greatest(platform_b_users.removed_at, excluded.removed_at)`,
      [retailerId, userId, at],
    );
  }

  /** Deletes the users of an uninstalled store. The store's `closedAt` refuses what was signed for them before. */
  async forgetUsers(tx: Tx, retailerId: string): Promise<void> {
    await tx.repository(PlatformBUser).delete({ retailerId });
  }
}
