import { SecretBox } from '#libs/crypto';
import { entityId, retailerIdOf } from '#libs/kernel';
import type { Client } from 'pg';
import { ENCRYPTION_KEY, HOOK_TOKEN, SHOP, STORE_HASH } from './service.js';

/** The ids of a store of platform A. */
export interface Tenant {
  readonly shop: string;
  readonly retailerId: string;
  readonly brandId: string;
}

export function tenantOf(shop: string): Tenant {
  const retailerId = retailerIdOf('platform-a', shop);
  return { shop, retailerId, brandId: entityId(retailerId, 'brand', 'default') };
}

export const TENANT = tenantOf(SHOP);
export const RETAILER_ID = TENANT.retailerId;
export const BRAND_ID = TENANT.brandId;

/** Inserts an installed store with its default brand, as an installation writes them. */
export async function installTenant(client: Client, { shop, retailerId, brandId } = TENANT): Promise<void> {
  await client.query(
    `INSERT INTO retailers (id, platform, external_id, name, status, currency, time_zone, storefront_url, installed_at,
                            set_up_at)
     VALUES ($1, 'platform-a', $2, $2, 'installed', 'USD', 'America/New_York', 'https://' || $2, now() - interval '1 hour',
             now())`,
    [retailerId, shop],
  );
  const sender = { email: `hello@${shop}`, postalAddress: '12 Winter Lane, 05401 Burlington' };
  await client.query(`INSERT INTO brands (retailer_id, id, name, store_sender) VALUES ($1, $2, $3, $4)`, [
    retailerId,
    brandId,
    shop,
    JSON.stringify(sender),
  ]);
}

/** Inserts an installed store of platform B, as an installation writes it. */
export async function installThinTenant(client: Client): Promise<void> {
  const id = retailerIdOf('platform-b', STORE_HASH);
  await client.query(
    `INSERT INTO retailers (id, platform, external_id, name, status, currency, time_zone, installed_at, set_up_at)
     VALUES ($1, 'platform-b', $2, $2, 'installed', 'USD', 'UTC', now() - interval '1 hour', now())`,
    [id, STORE_HASH],
  );
  const token = new SecretBox([ENCRYPTION_KEY]).seal(HOOK_TOKEN, `${id}:webhook_token`);
  await client.query(`INSERT INTO platform_b_stores (retailer_id, webhook_token) VALUES ($1, $2)`, [id, token]);
}
