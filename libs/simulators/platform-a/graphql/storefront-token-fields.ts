import { randomBytes } from 'node:crypto';
import type { StorefrontToken } from '../brand.js';
import type { SimulatedShop } from '../shop.js';
import { accessDenied } from './access-denied.js';
import { gidOf, utc } from './view-helpers.js';

/** The most tokens of one app in one store. */
const MOST_TOKENS = 100;

/** Tokens for the Storefront API. An app without any scope for it can't have one. */
export function storefrontTokenFields(shop: SimulatedShop, scopes: readonly string[]) {
  const storefront = scopes.filter((scope) => scope.startsWith('unauthenticated_'));
  const view = (token: StorefrontToken) => ({
    ...token,
    accessScopes: storefront.map((handle) => ({ handle, description: handle })),
    createdAt: utc(Date.now()),
    updatedAt: utc(Date.now()),
  });
  return {
    storefrontAccessTokens: () => {
      const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null };
      const nodes = shop.storefrontTokens.map(view);
      return { nodes, edges: nodes.map((node) => ({ cursor: node.id, node })), pageInfo };
    },
    storefrontAccessTokenCreate: ({ input: { title } }: { readonly input: { readonly title: string } }) => {
      if (storefront.length === 0) {
        throw accessDenied('unauthenticated_read_product_listings', 'storefrontAccessTokenCreate');
      }
      if (shop.storefrontTokens.length >= MOST_TOKENS) {
        const message = 'apps.admin.graph_api_errors.storefront_access_token_create.reached_limit';
        return { shop: {}, storefrontAccessToken: null, userErrors: [{ field: ['input'], message }] };
      }
      const id = gidOf('StorefrontAccessToken', String(shop.storefrontTokens.length + 1));
      const token = { id, title, accessToken: randomBytes(16).toString('hex') };
      shop.storefrontTokens.push(token);
      return { shop: {}, storefrontAccessToken: view(token), userErrors: [] };
    },
  };
}
