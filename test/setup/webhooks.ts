import { createHmac, randomUUID } from 'node:crypto';
import { entityId, retailerIdOf } from '#libs/kernel';
import { Brand } from '../../src/retailers/brand.entity.js';
import { given } from '../factories/given.js';
import { CLIENT_SECRET } from './test-app.js';
import type { RunsSql } from './test-database.js';

export const SHOP = 'shop1.myshopify.com';

/** Inserts an installed store, as an installation writes it. */
export async function installStore(app: RunsSql, domain = SHOP): Promise<{ retailerId: string; brandId: string }> {
  const retailerId = retailerIdOf('platform-a', domain);
  const brandId = entityId(retailerId, 'brand', 'default');
  await app.sql(
    `INSERT INTO retailers (id, platform, external_id, name, status, currency, storefront_url, installed_at, set_up_at)
     VALUES ($1, 'platform-a', $2, $2, 'installed', 'USD', 'https://' || $2, now() - interval '1 hour', now())`,
    [retailerId, domain],
  );
  await given(app).insert(Brand, {
    retailerId,
    id: brandId,
    name: domain,
    storeSender: { email: `hello@${domain}`, postalAddress: '12 Winter Lane, 05401 Burlington' },
  });
  return { retailerId, brandId };
}

export interface Sent {
  readonly topic: string;
  readonly body: string | Buffer;
  readonly shop?: string;
  readonly webhookId?: string;
  readonly triggeredAt?: string;
  readonly secret?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers to leave out. */
  readonly without?: readonly string[];
}

export const sign = (body: string | Buffer, secret = CLIENT_SECRET): string =>
  createHmac('sha256', secret).update(body).digest('base64');

/** Posts a delivery like the platform and returns the response. */
export async function deliver(url: string, sent: Sent): Promise<Response> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'x-shopify-topic': sent.topic,
    'x-shopify-shop-domain': sent.shop ?? SHOP,
    'x-shopify-hmac-sha256': sign(sent.body, sent.secret),
    'x-shopify-webhook-id': sent.webhookId ?? randomUUID(),
    'x-shopify-event-id': randomUUID(),
    'x-shopify-api-version': '2026-10',
    ...(sent.triggeredAt ? { 'x-shopify-triggered-at': sent.triggeredAt } : {}),
    ...sent.headers,
  };
  for (const name of sent.without ?? []) delete headers[name];
  return fetch(`${url}/platform-a/webhooks`, {
    method: 'POST',
    headers,
    body: typeof sent.body === 'string' ? sent.body : new Uint8Array(sent.body),
  });
}
