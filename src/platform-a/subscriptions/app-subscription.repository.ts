import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { MoreThanOrEqual } from 'typeorm';
import { AppSubscriptionCopy } from './app-subscription-copy.entity.js';

export type SubscriptionsCopy = Pick<AppSubscriptionCopy, 'subscriptions' | 'fetchedAt'>;

/** The last known subscriptions of stores. */
@Injectable()
export class PlatformAAppSubscriptionRepository {
  constructor(private readonly database: Database) {}

  /** Plain SQL: an answer that a later one has overtaken is dropped. */
  async save(retailerId: string, { subscriptions, fetchedAt }: SubscriptionsCopy): Promise<void> {
    await this.database.of(retailerId).execute(
      `INSERT INTO platform_a_app_subscriptions (retailer_id, subscriptions, fetched_at) VALUES ($1, $2, $3)
       ON CONFLICT (retailer_id) DO UPDATE SET subscriptions = excluded.subscriptions, fetched_at = excluded.fetched_at
       WHERE platform_a_app_subscriptions.fetched_at <= excluded.fetched_at`,
      [retailerId, JSON.stringify(subscriptions), fetchedAt],
    );
  }

  /** Undefined also for a copy from an earlier installation: an uninstall ends its subscriptions. */
  async find(retailerId: string, installedAt: Date): Promise<SubscriptionsCopy | undefined> {
    const copy = await this.database
      .of(retailerId)
      .using(AppSubscriptionCopy, (copies) =>
        copies.findOneBy({ retailerId, fetchedAt: MoreThanOrEqual(installedAt) }),
      );
    return copy ?? undefined;
  }
}
