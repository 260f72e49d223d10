import type { AdminAppSubscription } from './app-subscription-types.js';
import type { PlatformAGraphql } from './graphql.js';
import { APP_SUBSCRIPTIONS } from './operations.js';

interface Answer {
  currentAppInstallation: { activeSubscriptions: AdminAppSubscription[] } | null;
}

/**
 * The subscriptions that the platform lists for the app in this store: active ones, and frozen (unpaid) ones.
 * Usually none or one.
 * @throws {PlatformAError}
 */
export async function readAppSubscriptions(graphql: PlatformAGraphql): Promise<AdminAppSubscription[]> {
  const { currentAppInstallation: installation } = await graphql.query<Answer>(APP_SUBSCRIPTIONS);
  return installation?.activeSubscriptions ?? [];
}
