import { createHmac, randomBytes } from 'node:crypto';
import { BodyContext, generateStoreHistory, SimulatedShop, webhookBody } from '#libs/simulators';
import { CLIENT_SECRET, CLIENT_SECRET_B, HOOK_TOKEN, SHOP, STORE_HASH } from '../support/service.js';

/** The size of a common order: two or three line items. */
const USUAL_BYTES = 6_030;
const ID_DIGITS = 12;
const NO_ID = '0'.repeat(ID_DIGITS);

/** A request with prepared bytes. Only the digits of its delivery id change. */
export interface PreparedRequest {
  readonly bytes: Buffer;
  /** The offset of the twelve digits. */
  readonly idOffset: number;
  readonly bodyBytes: number;
  /** Signs again where the signature covers the id. */
  readonly seal?: (bytes: Buffer) => void;
}

/** The platform of the delivery. */
export type Sender = 'platform-a' | 'platform-b';

/** The `orders/create` of a generated store that is nearest to the usual size. */
export function usualOrder(): Buffer {
  const shop = new SimulatedShop({ domain: SHOP, name: 'Bench' });
  const context = new BodyContext(shop.profile);
  const options = { seed: 'intake', customers: 600, from: new Date('2026-01-01'), to: new Date('2026-07-01') };
  const bodies = generateStoreHistory(options)
    .events.filter(({ topic }) => topic === 'orders/create')
    .map((event) => Buffer.from(webhookBody(event, context)));
  const distance = (body: Buffer): number => Math.abs(body.length - USUAL_BYTES);
  return bodies.reduce((best, body) => (distance(body) < distance(best) ? body : best));
}

/**
 * The signature covers only the body, so body and signature are made once. Every request is still a new delivery,
 * because no two runs share an id.
 */
export function prepareRequest(body: Buffer, port: number): PreparedRequest {
  const signature = createHmac('sha256', CLIENT_SECRET).update(body).digest('base64');
  const run = randomBytes(6).toString('hex');
  const beforeId = [
    'POST /platform-a/webhooks HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Content-Type: application/json',
    'Accept: */*',
    'User-Agent: Shopify-Captain-Hook',
    'X-Shopify-Topic: orders/create',
    `X-Shopify-Hmac-Sha256: ${signature}`,
    `X-Shopify-Shop-Domain: ${SHOP}`,
    'X-Shopify-API-Version: 2026-10',
    'X-Shopify-Event-Id: 98880550-7158-44d4-b7cd-2c97c8a091b5',
    'X-Shopify-Triggered-At: 2026-11-03T18:28:37.234647458Z',
    `Content-Length: ${body.length}`,
    `X-Shopify-Webhook-Id: ${run.slice(0, 8)}-${run.slice(8)}-4000-8000-`,
  ].join('\r\n');
  const bytes = Buffer.concat([Buffer.from(`${beforeId}${NO_ID}\r\n\r\n`), body]);
  return { bytes, idOffset: beforeId.length, bodyBytes: body.length };
}

const SIGNATURE_CHARACTERS = 44;

/** A status event of platform B with a body of real size, the secret header, and a signature over id and body. */
export function prepareThinRequest(port: number): PreparedRequest {
  const body = JSON.stringify({
    scope: 'store/order/statusUpdated',
    store_id: '1025646',
    data: { type: 'order', id: 250, status: { previous_status_id: 0, new_status_id: 11 } },
    hash: '7ee67cd1cf2ca60bc1aa9e5fe957d2de373be4ca',
    created_at: 1_561_479_335,
    producer: `stores/${STORE_HASH}`,
  });
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const idStart = `msg_${randomBytes(8).toString('hex')}`;
  const beforeSignature = [
    'POST /platform-b/webhook/order-status HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Content-Type: application/json',
    'Accept: */*',
    `X-Platform-B-Webhook-Token: ${HOOK_TOKEN}`,
    `webhook-timestamp: ${timestamp}`,
    `Content-Length: ${body.length}`,
    'webhook-signature: v1,',
  ].join('\r\n');
  const beforeId = `${beforeSignature}${'0'.repeat(SIGNATURE_CHARACTERS)}\r\nwebhook-id: ${idStart}`;
  const bytes = Buffer.from(`${beforeId}${NO_ID}\r\n\r\n${body}`);
  const seal = (request: Buffer): void => {
    const id = idStart + request.toString('latin1', beforeId.length, beforeId.length + ID_DIGITS);
    const signature = createHmac('sha256', CLIENT_SECRET_B).update(`${id}.${timestamp}.${body}`).digest('base64');
    request.write(signature, beforeSignature.length, 'latin1');
  };
  return { bytes, idOffset: beforeId.length, bodyBytes: body.length, seal };
}
