export { BodyContext, webhookBody } from './bodies/index.js';
export type { SimulatedAppSubscription } from './app-subscriptions.js';
export type { ShopEvent } from './events.js';
export { customerRecord, lineItemRecord, orderRecord, productRecord, refundRecord } from './record-factories.js';
export type * from './records.js';
export { SimulatedShop } from './shop.js';
export { PlatformASimulator } from './simulator.js';
export { type SenderStatistics, type WebhookDelivery, WebhookSender } from './webhook-sender.js';
