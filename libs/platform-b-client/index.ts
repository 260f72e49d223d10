export { parseStoreContext, parseStoreHash } from './store-hash.js';
export { missingScopes } from './scopes.js';
export { PlatformBError } from './platform-b-error.js';
export type { PlatformBErrorKind } from './platform-b-error.js';
export { exchangeCode, installOutcomeUrl, installUrl } from './oauth.js';
export type * from './oauth.js';
export { verifySignedPayloadQuery } from './signed-payload.js';
export type * from './signed-payload-types.js';
export { safeDeepLink } from './deep-link.js';
export { verifyCurrentCustomer } from './current-customer.js';
export type * from './current-customer.js';
export { readWebhookEvent, readWebhookHeaders, WEBHOOK_SCOPES, WEBHOOK_TOKEN_HEADER } from './webhooks.js';
export type * from './webhooks.js';
export { judgeWebhookProof, mayBeProven } from './webhook-proof.js';
export type * from './webhook-proof.js';
export { mayHaveRefunds, orderStatus } from './order-status.js';
export type * from './order-status.js';
export { decimalText } from './exact-json.js';
export { parsePlatformTime } from './dates.js';
export { StorePace } from './store-pace.js';
export { PlatformBRest } from './rest.js';
export type { PlatformBRestOptions } from './rest.js';
export { nestedCodes, nestedLines } from './nested-lines.js';
export {
  countRecords,
  readCustomer,
  readCustomersPage,
  readOrder,
  readOrderCoupons,
  readOrderProducts,
  readOrderRefunds,
  readOrdersPage,
  readProductsPage,
  readRefundsOfOrders,
  readStore,
  readTime,
} from './reads.js';
export type { Page } from './paging.js';
export { readLogoSetting, readThemeSettings } from './look.js';
export { createHook, deleteHook, listHooks, readBlockedDomains, updateHook } from './hooks.js';
export type { HookInput } from './hooks.js';
export {
  createPromotion,
  deleteEmptyPromotions,
  disablePromotion,
  findPromotionsByCode,
  findPromotionsByName,
} from './promotions.js';
export type { PromotionAction, PromotionInput } from './promotions.js';
export {
  deletePromotionCodes,
  findPromotionCode,
  generateCodes,
  listPromotionCodes,
  MOST_CODES,
} from './promotion-codes.js';
export { findCoupons } from './coupons.js';
export { findSubscriber, NEWSLETTER, readSubscribers, readSubscribersPage, updateSubscriber } from './subscribers.js';
export type * from './wire-types.js';
