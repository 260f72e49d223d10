export { fieldsOf, OutboundHttp } from './outbound-http.js';
export type { OutboundHttpOptions, OutboundRequest, OutboundResponse } from './outbound-http.js';
export type { AddressGuard } from './addresses.js';
export { OutboundError } from './outbound-error.js';
export { isPublicAddress } from './addresses.js';
export { parseRetryAfter } from './retry.js';
export type { RetryPolicy } from './retry.js';
