import { createHash } from 'node:crypto';
import { webhookBody } from './bodies/index.js';
import type { ChangeEvent, RecordEvent } from '../records/record-event.js';
import type { SimulatedShop } from './shop.js';
import type { WebhookDelivery } from './webhook-sender.js';

/** The first subscription gets the event's own webhook id. Further ones get ids that are derived from that id. */
function webhookIdFor(event: RecordEvent | ChangeEvent, index: number): string {
  if (index === 0) return event.webhookId;
  const hex = createHash('sha256').update(`${event.webhookId}:${index}`).digest('hex');
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** One delivery for each subscription of the event's topic in that store. */
export function deliveriesOf(
  shop: SimulatedShop,
  event: RecordEvent | ChangeEvent,
  apiVersion: string,
): WebhookDelivery[] {
  return shop.subscriptions.forTopic(event.topic).map((subscription, index) => ({
    url: subscription.uri,
    topic: event.topic,
    shopDomain: shop.profile.domain,
    apiVersion,
    webhookId: webhookIdFor(event, index),
    eventId: event.eventId,
    triggeredAt: event.at,
    name: subscription.name,
    body: () => webhookBody(event, shop.bodies),
    subscription: {
      isLive: () => event.topic === 'app/uninstalled' || shop.subscriptions.get(subscription.id) !== undefined,
      remove: () => shop.subscriptions.delete(subscription.id),
      id: `${shop.profile.domain}/${subscription.id}`,
    },
  }));
}
