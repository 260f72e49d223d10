import { randomBytes } from 'node:crypto';
import type { AppCredentials } from './app-credentials.js';
import { signedQuery } from './query-hmac.js';
import { staffSessionToken } from './sign-on.js';
import type { Instant, StoreProfile } from '../records/records.js';

/** The page of the store's admin that the app was opened from, as the platform writes it. */
export function hostOf({ domain }: Pick<StoreProfile, 'domain'>): string {
  const handle = domain.split('.')[0] ?? domain;
  return Buffer.from(`admin.shopify.com/store/${handle}`).toString('base64').replace(/=+$/, '');
}

/** A member of the store's staff, by the platform's number of the user. */
export type StaffId = string;

/** The user who owns every simulated store. */
export const OWNER: StaffId = '548380001';

/**
 * The query that the platform adds to the app's address at each click on the app in the store's admin.
 *
 * @param staff who clicks; null for an app outside the frame of the admin; the query then names the store alone
 */
export function appQuery(app: AppCredentials, shop: string, staff: StaffId | null, at: Instant): string {
  const parameters = {
    host: hostOf({ domain: shop }),
    locale: 'en-US',
    session: randomBytes(32).toString('hex'),
    shop,
    timestamp: String(Math.floor(at / 1000)),
    ...(staff === null ? {} : { embedded: '1', id_token: staffSessionToken(app, shop, staff, at) }),
  };
  return signedQuery(parameters, app.clientSecret);
}
