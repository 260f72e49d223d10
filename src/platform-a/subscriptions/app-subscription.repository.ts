import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import type { AppSubscription } from './app-subscription.mapper.js';

export interface SubscriptionsCopy {
  readonly subscriptions: readonly AppSubscription[];
  readonly fetchedAt: Date;
}

/** The last known subscriptions of stores. */
@Injectable()
export class PlatformAAppSubscriptionRepository {
  constructor(private readonly database: Database) {}

  /** An answer that was overtaken by a later one is dropped. */
  async save(retailerId: string, { subscriptions, fetchedAt }: SubscriptionsCopy): Promise<void> {
    await this.database.of(retailerId).execute(
      `INSERT INTO platform_a_app_subscriptions (retailer_id, subscriptions, fetched_at) VALUES ($1, $2, $3)
       ON CONFLICT (retailer_id) DO UPDATE SET subscriptions = excluded.subscriptions, fetched_at = excluded.fetched_at
       WHERE platform_a_app_subscriptions.fetched_at <= excluded.fetched_at`,
      [retailerId, JSON.stringify(subscriptions), fetchedAt],
    );
  }

  /** Undefined also where the copy is of an installation of before: an uninstall ends its subscriptions. */
  async find(retailerId: string, installedAt: Date): Promise<SubscriptionsCopy | undefined> {
    const rows = await this.database.of(retailerId).query<SubscriptionsCopy>(
      `SELECT subscriptions, fetched_at AS "fetchedAt" FROM platform_a_app_subscriptions
        WHERE retailer_id = $1 AND fetched_at >= $2`,
      [retailerId, installedAt],
    );
    return rows[0];
  }
}
