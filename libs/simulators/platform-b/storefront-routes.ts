import type { FastifyInstance } from 'fastify';
import type { SimulatedStore } from './store.js';
import type { TokenSigner } from './token-signer.js';

/** `/storefront/{hash}/customer/current.jwt`: the token of the shopper who is signed in, 404 for a guest. */
export function storefrontRoutes(
  server: FastifyInstance,
  storeOf: (hash: string) => SimulatedStore | undefined,
  clientId: string,
  sign: TokenSigner,
): void {
  server.get<{ Params: { hash: string }; Querystring: { app_client_id?: string } }>(
    '/storefront/:hash/customer/current.jwt',
    async (request, reply) => {
      const store = storeOf(request.params.hash);
      if (!store?.shopper || request.query.app_client_id !== clientId) return reply.code(404).send();
      return reply.type('text/plain').send(sign.currentCustomer(store, store.shopper));
    },
  );
}
