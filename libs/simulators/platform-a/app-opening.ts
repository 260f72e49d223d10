import { randomBytes } from 'node:crypto';
import { signedQuery } from './query-hmac.js';
import type { Instant, StoreProfile } from '../records/records.js';

/** The page of the store's admin that the app was opened from, as the platform writes it. */
export function hostOf({ domain }: Pick<StoreProfile, 'domain'>): string {
  const handle = domain.split('.')[0] ?? domain;
  return Buffer.from(`admin.shopify.com/store/${handle}`).toString('base64').replace(/=+$/, '');
}

/** The query that the platform adds to the app's address at each click on the app in the store's admin. */
export function appQuery(clientSecret: string, profile: Pick<StoreProfile, 'domain'>, at: Instant): string {
  const parameters = {
    host: hostOf(profile),
    locale: 'en-US',
    session: randomBytes(32).toString('hex'),
    shop: profile.domain,
    timestamp: String(Math.floor(at / 1000)),
  };
  return signedQuery(parameters, clientSecret);
}
