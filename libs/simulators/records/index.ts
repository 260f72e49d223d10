export { customerRecord, lineItemRecord, orderRecord, productRecord, refundRecord } from './record-factories.js';
export type * from './records.js';
export type { RecordEvent } from './record-event.js';
