import { PlatformAError, readShopBrand, type ShopBrand, storefrontToken } from '#libs/platform-a-client';
import type { StoreLook } from '../../stores/store-look.js';
import type { OpenStore } from '../client/store.client.js';
import { mapStoreLook } from '../mapping/store-look.mapper.js';

const TITLE = 'Rekindle brand kit';
const UNAUTHENTICATED = 'unauthenticated_';

/**
 * Reads the brand assets from the Storefront API: the Admin API has none. Most stores answer without a token. A token
 * is made only where a store refuses and the merchant has granted a scope for it.
 */
export async function readStoreLook({ storefront, graphql, scopes, baseUrl }: OpenStore): Promise<StoreLook> {
  const open = await read(() => readShopBrand(storefront));
  if (open !== 'refused') return mapStoreLook(open, baseUrl);
  const mayHaveToken = scopes.some((scope) => scope.startsWith(UNAUTHENTICATED));
  const brand = mayHaveToken
    ? await read(async () => readShopBrand(storefront, await storefrontToken(graphql, TITLE)))
    : 'refused';
  if (brand !== 'refused') return mapStoreLook(brand, baseUrl);
  const needs = 'It needs a scope such as unauthenticated_read_product_listings.';
  return { logoUrls: [], colours: {}, fonts: {}, missing: [`The store does not show its brand assets. ${needs}`] };
}

/** A refusal by the storefront says nothing about the token of the Admin API. */
async function read(brand: () => Promise<ShopBrand | null>): Promise<ShopBrand | null | 'refused'> {
  try {
    return await brand();
  } catch (error) {
    if (error instanceof PlatformAError && REFUSALS.has(error.kind)) return 'refused';
    throw error;
  }
}

const REFUSALS: ReadonlySet<PlatformAError['kind']> = new Set(['unauthorized', 'bad_answer']);
