export { BodyContext, webhookBody } from './bodies/index.js';
export type { SimulatedAppSubscription } from './app-subscriptions.js';
export { checkout } from './discounts/checkout.js';
export { SimulatedShop } from './shop.js';
export { PlatformASimulator } from './simulator.js';
export { type SenderStatistics, type WebhookDelivery, WebhookSender } from './webhook-sender.js';
