export { customerRecord, lineItemRecord, orderRecord, productRecord, refundRecord } from './record-factories.js';
export type * from './records.js';
export type { ShopEvent } from './shop-event.js';
