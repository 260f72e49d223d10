import type { FastifyInstance, FastifyReply } from 'fastify';
import { cartPage, frontPage, productPage } from '../shared/storefront-page.js';
import type { SimulatedShop } from './shop.js';

interface ShopParam {
  readonly shop: string;
}

const PAGE = 'text/html; charset=utf-8';
const notFound = (reply: FastifyReply) => reply.code(404).type('text/plain').send('Not Found');

/**
 * The storefront: `/{shop}` and `/{shop}/products/{handle}`, with 404 for products that are not on sale;
 * `/{shop}/discount/{code}`, which keeps the code for the checkout and leads on; and `/{shop}/cart/{lines}`.
 */
export function storefrontRoutes(server: FastifyInstance, shopOf: (domain: string) => SimulatedShop | undefined): void {
  const front = (domain: string, reply: FastifyReply) => {
    const shop = shopOf(domain);
    if (!shop) return notFound(reply);
    const html = frontPage(shop.profile, shop.products.values(), ({ handle }) => `/${domain}/products/${handle}`);
    return reply.type(PAGE).send(html);
  };
  server.get<{ Params: ShopParam }>('/:shop', async ({ params }, reply) => front(params.shop, reply));
  server.get<{ Params: ShopParam }>('/:shop/', async ({ params }, reply) => front(params.shop, reply));
  server.get<{ Params: ShopParam & { readonly handle: string } }>(
    '/:shop/products/:handle',
    async ({ params }, reply) => {
      const shop = shopOf(params.shop);
      const isIt = ({ handle, status }: { handle: string; status: string }) =>
        handle === params.handle && status === 'active';
      const product = shop && [...shop.products.values()].find(isIt);
      if (!shop || !product) return notFound(reply);
      return reply.type(PAGE).send(productPage(shop.profile, product, `/${params.shop}`));
    },
  );
  server.get<{ Params: ShopParam & { readonly code: string }; Querystring: { redirect?: string } }>(
    '/:shop/discount/:code',
    async ({ params, query }, reply) => {
      const shop = shopOf(params.shop);
      if (!shop) return notFound(reply);
      const { redirect = '/' } = query;
      // Addresses of other hosts are not followed: `//evil.example` begins with two slashes.
      const path = /^\/(?![/\\])/.test(redirect) ? redirect : '/';
      const cookie = `discount_code=${encodeURIComponent(params.code)}; Path=/${params.shop}; SameSite=Lax`;
      const { pathname, search } = new URL(`/${params.shop}${path}`, 'http://store.example');
      return reply.header('set-cookie', cookie).redirect(`${pathname}${search}`, 302);
    },
  );
  server.get<{ Params: ShopParam & { readonly lines: string } }>('/:shop/cart/:lines', async ({ params }, reply) => {
    const shop = shopOf(params.shop);
    const lines = shop && cartLines(shop, params.lines);
    if (!shop || !lines) return notFound(reply);
    return reply.type(PAGE).send(cartPage(shop.profile, lines));
  });
}

/** `variant:quantity,variant:quantity`; undefined where a variant is not on sale. */
function cartLines(shop: SimulatedShop, text: string): { title: string; quantity: number }[] | undefined {
  const lines: { title: string; quantity: number }[] = [];
  for (const part of text.split(',')) {
    const [, id, quantity] = /^(\d+):(\d+)$/.exec(part) ?? [];
    const product = [...shop.products.values()].find(
      ({ status, variants }) => status === 'active' && variants.some((variant) => variant.id === id),
    );
    if (!product) return undefined;
    lines.push({ title: product.title, quantity: Number(quantity) });
  }
  return lines;
}
