export { BodyContext, webhookBody } from './bodies/index.js';
export { deliveriesOf } from './deliveries.js';
export type { ShopEvent } from './events.js';
export type { Fault, FaultKind, FaultOptions, FaultPlan } from './faults.js';
export { validateDocument } from './graphql/execute.js';
export type { GraphqlCall } from './graphql-routes.js';
export type { AppCredentials, TokenRequest } from './oauth-routes.js';
export { queryHmac, signedQuery } from './query-hmac.js';
export { customerRecord, lineItemRecord, orderRecord, productRecord, refundRecord } from './record-factories.js';
export type * from './records.js';
export { type ShopOptions, SimulatedShop } from './shop.js';
export { PlatformASimulator, type SimulatorOptions } from './simulator.js';
export { SUBSCRIBABLE_TOPICS, topicEnumOf, type WebhookTopic } from './topics.js';
export {
  type DeliveryOutcome,
  type SenderOptions,
  type SenderStatistics,
  type WebhookDelivery,
  WebhookSender,
} from './webhook-sender.js';
