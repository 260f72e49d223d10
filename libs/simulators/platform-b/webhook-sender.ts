import { createHash, createHmac } from 'node:crypto';
import { type Deliverable, type DeliveryOutcome as Outcome, RetryingSender } from '../shared/retrying-sender.js';
import type { SignedRequest } from '../shared/webhook-transport.js';
import type { Hook } from './hook-registry.js';
import type { SimulatedStore } from './store.js';
import type { StoreEvent } from './store-events.js';

export interface PlatformBDelivery extends Deliverable {
  readonly webhookId: string;
  readonly body: string;
  /** The hook's own headers; undefined removes a header of the platform. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

export type PlatformBOutcome = Outcome<PlatformBDelivery>;

export interface PlatformBSenderOptions {
  readonly clientSecret: string;
  /** Sends deliveries without a signature, as for hooks that were created before July 2024. */
  readonly signs: boolean;
  /** Whether a retry has a new timestamp. The platform does not document whether its retries do. */
  readonly restampsRetries: boolean;
  /** Shortens the pauses: 1 is the platform's pace, 1e-5 turns the two days into two seconds. */
  readonly timeScale: number;
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly connectTimeoutMs: number;
}

/** As documented: eleven retries in 48 hours, then the hook is inactive. */
const RETRY_SECONDS = [60, 180, 300, 600, 900, 1800, 3600, 7200, 21_600, 50_400, 86_400];
const DEFAULTS: Omit<PlatformBSenderOptions, 'clientSecret'> = {
  signs: true,
  restampsRetries: false,
  timeScale: 1,
  concurrency: 32,
  // The platform publishes no time limit of a request.
  timeoutMs: 5_000,
  connectTimeoutMs: 1_000,
};

/** Sends the webhooks of platform B, signed after Standard Webhooks. */
export class PlatformBWebhookSender extends RetryingSender<PlatformBDelivery> {
  constructor(options: Partial<PlatformBSenderOptions> & Pick<PlatformBSenderOptions, 'clientSecret'>) {
    const { clientSecret, signs, restampsRetries, ...rest } = { ...DEFAULTS, ...options };
    const pausesMs = RETRY_SECONDS.map((seconds) => seconds * 1000);
    const firstStamps = new WeakMap<PlatformBDelivery, number>();
    super({ ...rest, pausesMs, givingUp: 'removes' }, (delivery) => {
      const now = Math.floor(Date.now() / 1000);
      const stamp = restampsRetries ? now : (firstStamps.get(delivery) ?? now);
      firstStamps.set(delivery, stamp);
      return requestOf(delivery, stamp, signs ? clientSecret : null);
    });
  }
}

function requestOf(delivery: PlatformBDelivery, timestamp: number, secret: string | null): SignedRequest {
  const content = `${delivery.webhookId}.${timestamp}.${delivery.body}`;
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: '*/*' };
  if (secret !== null) {
    headers['webhook-id'] = delivery.webhookId;
    headers['webhook-timestamp'] = String(timestamp);
    headers['webhook-signature'] = `v1,${createHmac('sha256', secret).update(content).digest('base64')}`;
  }
  for (const [name, value] of Object.entries(delivery.headers ?? {})) {
    if (value === undefined) delete headers[name];
    else headers[name] = value;
  }
  return { headers, body: Buffer.from(delivery.body) };
}

/** The body, which names only what changed. Its hash covers the data alone, so events with the same data share it. */
export function webhookBodyOf(store: SimulatedStore, { scope, data, at }: Pick<StoreEvent, 'scope' | 'data' | 'at'>) {
  return JSON.stringify({
    scope,
    store_id: String(store.storeId),
    data,
    hash: createHash('sha1').update(JSON.stringify(data)).digest('hex'),
    created_at: Math.floor(at / 1000),
    producer: `stores/${store.hash}`,
  });
}

/** One delivery for each active hook of the event's scope. */
export function deliveriesOf(store: SimulatedStore, event: Omit<StoreEvent, 'cause'>): PlatformBDelivery[] {
  return store.hooks.forScope(event.scope).map((hook, index) => ({
    url: hook.destination,
    webhookId: index === 0 ? event.webhookId : `${event.webhookId}${index}`,
    body: webhookBodyOf(store, event),
    headers: hook.headers ?? {},
    subscription: handleOf(store, hook),
  }));
}

function handleOf(store: SimulatedStore, { id }: Hook) {
  return {
    id: `${store.hash}/${id}`,
    isLive: () => store.hooks.get(id)?.is_active === true,
    remove: () => store.hooks.deactivate(id),
  };
}
