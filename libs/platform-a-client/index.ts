export { parseShopDomain, shopBaseUrl } from './shop-domain.js';
export { canonicalQuery, QUERY_HMAC_SECONDS, signQuery, verifyQueryHmac } from './query-hmac.js';
export type { QueryHmacVerdict } from './query-hmac.js';
export { verifyAppProxy } from './app-proxy.js';
export { verifyMultipass } from './multipass.js';
export {
  COMPLIANCE_TOPICS,
  readWebhookHeaders,
  readWebhookSignature,
  SCOPE_OF_TOPIC,
  topicEnum,
  TOPICS,
} from './webhooks.js';
export type { Topic, WebhookHeaders } from './webhooks.js';
export type * from './wire-types.js';
export { compressScopes, expandScopes, missingScopes } from './scopes.js';
export { PlatformAError } from './platform-a-error.js';
export { authorizeUrl, exchangeCode, refreshToken } from './oauth.js';
export type { TokenAnswer } from './oauth.js';
export { PlatformAGraphql } from './graphql.js';
export { PlatformAStorefront } from './storefront.js';
export { readShopBrand, storefrontToken } from './brand.js';
export type { ShopBrand } from './brand.js';
export type { PlatformAGraphqlOptions } from './graphql.js';
export {
  createWebhookSubscription,
  deleteWebhookSubscription,
  listWebhookSubscriptions,
  updateWebhookSubscription,
} from './webhook-subscriptions.js';
export type { MutationOutcome, WebhookSubscription } from './webhook-subscriptions.js';
export {
  addDiscountCodes,
  createBasicDiscount,
  createFreeShippingDiscount,
  deactivateDiscount,
  deleteDiscountCodes,
  findDiscountByCode,
  findDiscountIds,
  isJobDone,
  readCodeCreation,
  readCodeResults,
  readDiscountCodesPage,
} from './discounts.js';
export { LARGEST_CODE_LIST } from './discount-operations.js';
export type * from './discount-types.js';
export { readConsent, updateConsent } from './consents.js';
export type { AdminConsent } from './consents.js';
export { UserErrorsError } from './user-errors.js';
export { readAppSubscriptions } from './app-subscriptions.js';
export type * from './app-subscription-types.js';
export { findCustomerByEmail, readCustomer } from './customer-reads.js';
export { readCustomersPage, readOrder, readOrdersPage, readProductsPage, readShop } from './admin-reads.js';
export type { Page, PageRequest } from './admin-reads.js';
export type * from './admin-types.js';
export { countRecords, readBulkOperation, readCurrentBulkOperation, runBulkQuery } from './bulk-operations.js';
export type { BulkOperation } from './bulk-operations.js';
export { BULK_QUERIES, THREE_PAGES } from './bulk-queries.js';
export { bulkOrder, bulkProduct } from './bulk-records.js';
export { type BulkPage, readBulkPages } from './bulk-lines.js';
export { verifySessionToken } from './session-token.js';
