import type { FastifyInstance } from 'fastify';
import { cartPage as cartOf, frontPage, productPage } from '../shared/storefront-page.js';
import type { SimulatedStore } from './store.js';
import type { TokenSigner } from './token-signer.js';

interface HashParam {
  readonly hash: string;
}

/**
 * The storefronts under `/storefront/{hash}`: the front page, a page for each visible product at its custom URL,
 * `/cart.php`, which adds a product with a coupon, and `/customer/current.jwt`, the token of the signed-in shopper, or
 * 404 for a guest.
 */
export function storefrontRoutes(
  server: FastifyInstance,
  storeOf: (hash: string) => SimulatedStore | undefined,
  clientId: string,
  sign: TokenSigner,
): void {
  server.get<{ Params: HashParam; Querystring: { app_client_id?: string } }>(
    '/storefront/:hash/customer/current.jwt',
    async (request, reply) => {
      const store = storeOf(request.params.hash);
      if (!store?.shopper || request.query.app_client_id !== clientId) return reply.code(404).send();
      return reply.type('text/plain').send(sign.currentCustomer(store, store.shopper));
    },
  );
  server.get<{ Params: HashParam }>('/storefront/:hash', ({ params }, reply) =>
    reply.redirect(`/storefront/${params.hash}/`, 301),
  );
  server.get<{ Params: HashParam; Querystring: CartQuery }>(
    '/storefront/:hash/cart.php',
    async ({ params, query }, reply) => {
      const html = cartPage(storeOf(params.hash), query);
      return html === undefined ? reply.code(404).send() : reply.type('text/html; charset=utf-8').send(html);
    },
  );
  server.get<{ Params: HashParam & { readonly name: string } }>(
    '/storefront/:hash/product_images/:name',
    async ({ params }, reply) => {
      const file = storeOf(params.hash)?.files.get(params.name);
      return file ? reply.type('application/octet-stream').send(file) : reply.code(404).send();
    },
  );
  server.get<{ Params: HashParam & { readonly '*': string } }>('/storefront/:hash/*', async ({ params }, reply) => {
    const html = storefrontPage(storeOf(params.hash), `/${params['*']}`);
    return html === undefined ? reply.code(404).send() : reply.type('text/html; charset=utf-8').send(html);
  });
}

interface CartQuery {
  readonly product_id?: string;
  readonly sku?: string;
  readonly couponcode?: string;
}

/** The coupon counts only beside a product. */
function cartPage(store: SimulatedStore | undefined, query: CartQuery): string | undefined {
  const { product_id: id, sku, couponcode: code } = query;
  const product = [...(store?.products.values() ?? [])].find(
    ({ id: own, variants }) => own === id || (sku !== undefined && variants.some((variant) => variant.sku === sku)),
  );
  if (!store || (product === undefined && (id ?? sku) !== undefined)) return undefined;
  const found = product && code !== undefined ? store.promotions.byCode(code) : undefined;
  return cartOf(store, product ? [{ title: product.title, quantity: 1 }] : [], found?.code.code);
}

function storefrontPage(store: SimulatedStore | undefined, path: string): string | undefined {
  if (!store) return undefined;
  const base = `/storefront/${store.hash}`;
  const products = [...store.products.values()];
  if (path === '/') return frontPage(store, products, ({ handle }) => `${base}/${handle}/`);
  const product = products.find(({ handle, status }) => path === `/${handle}/` && status === 'active');
  return product && productPage(store, product, `${base}/`);
}
