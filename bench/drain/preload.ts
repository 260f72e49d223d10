import { type RecordEvent, SimulatedShop, type WebhookDelivery, webhookBody, WebhookSender } from '#libs/simulators';
import { CLIENT_SECRET, type Service, SHOP } from '../support/service.js';

/** Sends the events as signed webhooks to the real intake. Throws where one is not accepted. */
export const preload = ({ url }: Service, events: readonly RecordEvent[]): Promise<void> =>
  sendAll(deliveries(url, events));

/** Sends the deliveries to the real intake. Throws where one is not accepted. */
export async function sendAll(all: Iterable<WebhookDelivery>): Promise<void> {
  const sender = new WebhookSender({ clientSecret: CLIENT_SECRET, concurrency: 64, timeoutMs: 30_000, retries: 0 });
  try {
    await sender.sendAll(all);
  } finally {
    await sender.close();
  }
  const { deliveries: wanted, delivered, byStatus, byError } = sender.stats;
  if (delivered === wanted) return;
  throw new Error(`${wanted - delivered} deliveries were not accepted: ${JSON.stringify({ byStatus, byError })}`);
}

function* deliveries(api: string, events: readonly RecordEvent[]): Generator<WebhookDelivery> {
  const shop = new SimulatedShop({ domain: SHOP, name: 'Bench' });
  for (const event of events) yield deliveryOf(api, SHOP, shop, event);
}

/** The event as a delivery of the store to an api. */
export function deliveryOf(
  api: string,
  shopDomain: string,
  { bodies }: SimulatedShop,
  event: RecordEvent,
): WebhookDelivery {
  const { topic, webhookId, eventId, at } = event;
  const url = `${api}/platform-a/webhooks`;
  return { url, topic, shopDomain, webhookId, eventId, triggeredAt: at, body: () => webhookBody(event, bodies) };
}
