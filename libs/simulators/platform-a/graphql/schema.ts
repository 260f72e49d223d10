import { buildSchema } from 'graphql';
import { BILLING } from './sdl-billing.js';
import { BULK } from './sdl-bulk.js';
import { COMMERCE } from './sdl-commerce.js';
import { CONSENTS } from './sdl-consents.js';
import { CORE } from './sdl-core.js';
import { DISCOUNTS } from './sdl-discounts.js';
import { STOREFRONT_TOKENS } from './sdl-storefront-tokens.js';
import { WEBHOOKS } from './sdl-webhooks.js';

const CONNECTED = [
  'Customer',
  'Order',
  'LineItem',
  'OrderTransaction',
  'RefundLineItem',
  'Product',
  'ProductVariant',
  'WebhookSubscription',
  'DiscountRedeemCode',
  'DiscountRedeemCodeBulkCreationCode',
  'StorefrontAccessToken',
];

const connection = (type: string): string => `
  type ${type}Connection { edges: [${type}Edge!]! nodes: [${type}!]! pageInfo: PageInfo! }
  type ${type}Edge { cursor: String! node: ${type}! }`;

/**
 * The part of the Admin API's schema, version 2026-10, that an app like ours uses. Names, types and nullability are the
 * platform's, so a wrong field fails as it would on the platform. Fields that the platform has deprecated are marked,
 * and removed fields are absent. Source: shopify.dev, GraphQL Admin API reference.
 */
export const adminSchema = buildSchema(
  [CORE, BILLING, BULK, COMMERCE, CONSENTS, DISCOUNTS, STOREFRONT_TOKENS, WEBHOOKS, ...CONNECTED.map(connection)].join(
    '\n',
  ),
);
