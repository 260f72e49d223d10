import { type RecordEvent, SimulatedShop, type WebhookDelivery, webhookBody, WebhookSender } from '#libs/simulators';
import { CLIENT_SECRET, type Service, SHOP } from '../support/service.js';

/** Sends the events as signed webhooks to the real intake. Throws where one is not accepted. */
export async function preload(service: Service, events: readonly RecordEvent[]): Promise<void> {
  const sender = new WebhookSender({ clientSecret: CLIENT_SECRET, concurrency: 64, timeoutMs: 30_000, retries: 0 });
  try {
    await sender.sendAll(deliveries(`${service.url}/platform-a/webhooks`, events));
  } finally {
    await sender.close();
  }
  const { delivered, failed, byStatus, byError } = sender.stats;
  if (delivered === events.length) return;
  throw new Error(`${failed} deliveries were not accepted: ${JSON.stringify({ byStatus, byError })}`);
}

function* deliveries(url: string, events: readonly RecordEvent[]): Generator<WebhookDelivery> {
  const { bodies } = new SimulatedShop({ domain: SHOP, name: 'Bench' });
  for (const event of events) {
    const { topic, webhookId, eventId, at } = event;
    const body = (): string => webhookBody(event, bodies);
    yield { url, topic, shopDomain: SHOP, webhookId, eventId, triggeredAt: at, body };
  }
}
