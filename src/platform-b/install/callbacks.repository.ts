import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import type { RetailerRole } from '../../auth/token-rules.js';

/** What a token of the platform was used for. */
export type TokenPurpose = 'load' | 'uninstall' | 'remove-user' | 'customer-sso';

/** `again`: it was used for the same before. `elsewhere`: it was used for something else, so this is no use of it. */
export type TokenUse = 'first' | 'again' | 'elsewhere';

/** All SQL of used tokens and of the people of stores. */
@Injectable()
export class PlatformBCallbacksRepository {
  /** Uses a token up, and clears away some of those that are refused for their age by now. */
  async use(
    tx: Tx,
    token: { readonly retailerId: string; readonly key: string; readonly purpose: TokenPurpose; readonly until: Date },
  ): Promise<TokenUse> {
    const { retailerId, key, purpose, until } = token;
    const written = await tx.execute(
      `WITH old AS MATERIALIZED (
         SELECT retailer_id, token_key FROM platform_b_used_tokens WHERE expires_at < now()
          ORDER BY expires_at LIMIT 100 FOR UPDATE SKIP LOCKED),
       swept AS (DELETE FROM platform_b_used_tokens WHERE (retailer_id, token_key) IN (TABLE old))
       INSERT INTO platform_b_used_tokens (retailer_id, token_key, purpose, expires_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (retailer_id, token_key) DO NOTHING`,
      [retailerId, key, purpose, until],
    );
    if (written > 0) return 'first';
    const [row] = await tx.query<{ purpose: string }>(
      `SELECT purpose FROM platform_b_used_tokens WHERE retailer_id = $1 AND token_key = $2`,
      [retailerId, key],
    );
    return row?.purpose === purpose ? 'again' : 'elsewhere';
  }

  /** When the person was removed from the store last. */
  async removedAt(tx: Tx, retailerId: string, userId: string): Promise<Date | null> {
    const [row] = await tx.query<{ removedAt: Date | null }>(
      `SELECT removed_at AS "removedAt" FROM platform_b_users WHERE retailer_id = $1 AND user_id = $2`,
      [retailerId, userId],
    );
    return row?.removedAt ?? null;
  }

  async saveUser(tx: Tx, retailerId: string, userId: string, role: RetailerRole): Promise<void> {
    await tx.execute(
      `INSERT INTO platform_b_users (retailer_id, user_id, role) VALUES ($1, $2, $3)
       ON CONFLICT (retailer_id, user_id) DO UPDATE SET role = excluded.role`,
      [retailerId, userId, role],
    );
  }

  /** Also of a person who never came: what was signed for them may still be on its way. */
  async removeUser(tx: Tx, retailerId: string, userId: string, at: Date): Promise<void> {
    await tx.execute(
      `INSERT INTO platform_b_users (retailer_id, user_id, role, removed_at) VALUES ($1, $2, 'removed', $3)
       ON CONFLICT (retailer_id, user_id) DO UPDATE SET role = excluded.role,
         removed_at = greatest(platform_b_users.removed_at, excluded.removed_at)`,
      [retailerId, userId, at],
    );
  }

  /** The people of a store that is uninstalled; the watermark of the store stands for theirs. */
  async forgetUsers(tx: Tx, retailerId: string): Promise<void> {
    await tx.execute(`DELETE FROM platform_b_users WHERE retailer_id = $1`, [retailerId]);
  }
}
