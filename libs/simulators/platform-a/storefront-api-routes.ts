import type { FastifyInstance } from 'fastify';
import { graphql, GraphQLError } from 'graphql';
import { answerWithFault } from './fault-answers.js';
import { brandView } from './brand.js';
import { storefrontSchema } from './graphql/storefront-schema.js';
import { gidOf } from './graphql/view-helpers.js';
import type { SimulatedShop } from './shop.js';

interface Route {
  Params: { readonly shop: string; readonly version: string };
  Body: { readonly query?: unknown } | null;
}

/** POST /{shop}/api/{version}/graphql.json, and the files of stores under /{shop}/cdn/shop/files/ */
export function storefrontApiRoutes(
  server: FastifyInstance,
  shopOf: (domain: string) => SimulatedShop | undefined,
): void {
  server.post<Route>('/:shop/api/:version/graphql.json', async (request, reply) => {
    const shop = shopOf(request.params.shop);
    if (!shop) return reply.code(404).send({ errors: 'Not Found' });
    shop.storefrontReads += 1;
    const fault = shop.faults.take('storefront');
    if (fault && (await answerWithFault(fault, reply, shop))) return reply;
    const token = request.headers['x-shopify-storefront-access-token'];
    const isKnown = shop.storefrontTokens.some(({ accessToken }) => accessToken === token);
    if (token !== undefined && !isKnown) {
      return reply.code(401).send({ errors: [{ message: '', extensions: { code: 'UNAUTHORIZED' } }] });
    }
    const { profile, brand, brandNeedsToken } = shop;
    const view = () => {
      if (!brandNeedsToken || isKnown) return brandView(brand);
      throw new GraphQLError('Access denied for brand field.', { extensions: { code: 'ACCESS_DENIED' } });
    };
    const rootValue = { shop: { id: gidOf('Shop', profile.id), name: profile.name, description: null, brand: view } };
    const source = typeof request.body?.query === 'string' ? request.body.query : '';
    const { data, errors } = await graphql({ schema: storefrontSchema, source, rootValue });
    return reply.send({
      ...(data === undefined ? {} : { data }),
      ...(errors ? { errors: errors.map((e) => e.toJSON()) } : {}),
    });
  });
  server.get<{ Params: { readonly shop: string; readonly name: string } }>(
    '/:shop/cdn/shop/files/:name',
    async ({ params }, reply) => {
      const file = shopOf(params.shop)?.files.get(params.name);
      return file
        ? reply.type('application/octet-stream').send(file)
        : reply.code(404).type('text/plain').send('Not Found');
    },
  );
}
