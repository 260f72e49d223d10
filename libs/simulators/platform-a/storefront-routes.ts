import type { FastifyInstance, FastifyReply } from 'fastify';
import { frontPage, productPage } from '../shared/storefront-page.js';
import type { SimulatedShop } from './shop.js';

interface ShopParam {
  readonly shop: string;
}

const PAGE = 'text/html; charset=utf-8';

/** The storefront: `/{shop}` and `/{shop}/products/{handle}`, with 404 for products that are not on sale. */
export function storefrontRoutes(server: FastifyInstance, shopOf: (domain: string) => SimulatedShop | undefined): void {
  const front = (domain: string, reply: FastifyReply) => {
    const shop = shopOf(domain);
    if (!shop) return reply.code(404).type('text/plain').send('Not Found');
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
      if (!shop || !product) return reply.code(404).type('text/plain').send('Not Found');
      return reply.type(PAGE).send(productPage(shop.profile, product, `/${params.shop}`));
    },
  );
}
