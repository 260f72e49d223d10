import { entityId, retailerIdOf } from '#libs/kernel';
import type { Client } from 'pg';
import { SHOP } from './service.js';

export const RETAILER_ID = retailerIdOf('platform-a', SHOP);
export const BRAND_ID = entityId(RETAILER_ID, 'brand', 'default');

/** An installed store with its default brand, written as the install leaves them. */
export async function installTenant(client: Client): Promise<void> {
  await client.query(
    `INSERT INTO retailers (id, platform, external_id, name, status, currency, time_zone, installed_at, set_up_at)
     VALUES ($1, 'platform-a', $2, $2, 'installed', 'USD', 'America/New_York', now() - interval '1 hour', now())`,
    [RETAILER_ID, SHOP],
  );
  await client.query(`INSERT INTO brands (retailer_id, id, name) VALUES ($1, $2, $3)`, [RETAILER_ID, BRAND_ID, SHOP]);
}
