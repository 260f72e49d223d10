import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { admits, type PlatformBApiCall } from './api-guard.js';
import type { Handler, Route } from './api-route.js';
import type { Fault } from './faults.js';
import type { HookInput } from './hook-registry.js';
import { hooksAdmin, hooksList, hookAnswer } from './hook-answers.js';
import type { Json } from './json.js';
import { byChange, byIds, type Query, v2Page, v3Page } from './lists.js';
import { STATUS_NAMES } from './order-status.js';
import { LOOK_ROUTES } from './look-routes.js';
import { PROMOTION_ROUTES } from './promotion-routes.js';
import type { SimulatedStore } from './store.js';
import { SUBSCRIBER_ROUTES } from './subscriber-routes.js';
import { customerView, productView } from './views.js';

interface Params {
  Params: { readonly hash: string; readonly id?: string };
}

const ok = (body: unknown) => ({ status: 200, body });
const v2NotFound = { status: 404, body: [{ status: 404, message: 'The requested resource was not found.' }] };
const orNone = (body: readonly Json[] | undefined) => (body ? ok(body) : { status: 204 });

const ROUTES: readonly Route[] = [
  ['GET', '/v2/store', 'store', ({ store, origin }) => ok(store.information(origin))],
  ['GET', '/v2/time', 'store', () => ok({ time: Math.floor(Date.now() / 1000) })],
  ['GET', '/v2/order_statuses', 'orders', () => ok(STATUS_NAMES.map((name, id) => ({ id, name, system_label: name })))],
  [
    'GET',
    '/v2/orders',
    'orders',
    ({ store, query }) => orNone(withIncludes(store, query, v2Page(ordersOf(store, query), query, store.largestPage))),
  ],
  ['GET', '/v2/orders/count', 'orders', ({ store }) => ok({ statuses: [], count: store.allOrders().length })],
  ['GET', '/v2/orders/:id', 'orders', ({ store, id }) => (store.order(id) ? ok(store.order(id)) : v2NotFound)],
  [
    'GET',
    '/v2/orders/:id/products',
    'orders',
    ({ store, id, query }) =>
      store.order(id) ? orNone(v2Page(store.orderProducts(id), query, store.largestPage)) : v2NotFound,
  ],
  [
    'GET',
    '/v2/orders/:id/coupons',
    'coupons',
    ({ store, id, query }) =>
      store.order(id) ? orNone(v2Page(store.orderCoupons(id), query, store.largestPage)) : v2NotFound,
  ],
  [
    'GET',
    '/v3/orders/:id/payment_actions/refunds',
    'refunds',
    ({ store, id, query }) => ok(v3Page(store.orderRefunds(id), query)),
  ],
  [
    'GET',
    '/v3/orders/payment_actions/refunds',
    'refunds',
    ({ store, query }) => ok(v3Page(refundsOf(store, query['order_id:in']), query)),
  ],
  ['GET', '/v3/customers', 'customers', ({ store, query }) => ok(v3Page(customersOf(store, query), query))],
  ['GET', '/v3/catalog/products', 'products', ({ store, query }) => ok(v3Page(productsOf(store, query), query))],
  ['GET', '/v3/hooks', 'hooks', ({ store, query }) => ok(v3Page(hooksList(store.hooks, query), query))],
  ['POST', '/v3/hooks', 'hooks', ({ store, body }) => hookAnswer(store, store.hooks.create(hookInput(body)))],
  ['GET', '/v3/hooks/admin', 'hooks', ({ store }) => ok(hooksAdmin(store))],
  [
    'PUT',
    '/v3/hooks/:id',
    'hooks',
    ({ store, id, body }) => hookAnswer(store, store.hooks.update(Number(id), hookInput(body))),
  ],
  ['DELETE', '/v3/hooks/:id', 'hooks', ({ store, id }) => hookAnswer(store, store.hooks.delete(Number(id)))],
  ...LOOK_ROUTES,
  ...PROMOTION_ROUTES,
  ...SUBSCRIBER_ROUTES,
];

/** Calls are kept for assertions, but a long backfill must not fill the memory. */
const CALLS_KEPT = 10_000;

/** The V2 and V3 API of all stores. */
export function apiRoutes(
  server: FastifyInstance,
  storeOf: (hash: string) => SimulatedStore | undefined,
  calls: PlatformBApiCall[],
): void {
  for (const [method, path, resource, handler] of ROUTES) {
    server.route<Params>({
      method,
      url: `/stores/:hash${path}`,
      handler: async (request, reply) => {
        const store = storeOf(request.params.hash);
        if (!store) return reply.code(404).send({ status: 404, title: 'Not Found' });
        const admission = await admits(store, resource, request, reply);
        if (admission) await answer(handler, store, request, reply, admission.fault);
        calls.push(callOf(request, reply));
        if (calls.length > CALLS_KEPT) calls.shift();
        return reply;
      },
    });
  }
}

async function answer(
  handler: Handler,
  store: SimulatedStore,
  request: FastifyRequest<Params>,
  reply: FastifyReply,
  fault: Fault | undefined,
) {
  const query = request.query as Query;
  const origin = `http://${request.headers.host ?? ''}`;
  const id = request.params.id ?? '';
  const { status, body } = await handler({ store, id, query, body: request.body, origin, fault });
  if (fault?.kind === 'lostAnswer') {
    reply.hijack();
    reply.raw.destroy();
    return;
  }
  // A reply with a JSON body would no longer have the status 204.
  await (body === undefined ? reply.code(status).send() : reply.code(status).type('application/json').send(body));
}

function callOf(request: FastifyRequest<Params>, reply: FastifyReply): PlatformBApiCall {
  const { hash } = request.params;
  return {
    store: hash,
    method: request.method,
    path: request.url.slice(`/stores/${hash}`.length),
    accessToken: String(request.headers['x-auth-token'] ?? ''),
    body: request.body,
    status: reply.raw.destroyed && !reply.raw.writableFinished ? 0 : reply.statusCode,
    at: Date.now(),
  };
}

function ordersOf(store: SimulatedStore, query: Query): readonly Json[] {
  const changed = byChange(store.allOrders(), query['min_date_modified']);
  return query['sort'] === 'date_modified:asc' ? changed : changed.sort((a, b) => Number(a['id']) - Number(b['id']));
}

function withIncludes(store: SimulatedStore, { include }: Query, page: readonly Json[] | undefined) {
  return include === 'consignments.line_items' ? page?.map((order) => store.withLines(order)) : page;
}

/** Of the orders with these ids, by the id of the refund. */
function refundsOf(store: SimulatedStore, ids: string | undefined): Json[] {
  const orders = ids === undefined ? store.allOrders().map(({ id }) => String(id)) : ids.split(',');
  const refunds = orders.flatMap((id) => (store.order(id) ? store.orderRefunds(id) : []));
  return refunds.toSorted((a, b) => Number(a['id']) - Number(b['id']));
}

function customersOf(store: SimulatedStore, query: Query): readonly Json[] {
  const withAddresses = query['include'] === 'addresses';
  const all = [...store.customers.values()].map((customer) => customerView(customer, withAddresses));
  return byIds(byChange(all, query['date_modified:min']), query['id:in']);
}

function productsOf(store: SimulatedStore, query: Query): readonly Json[] {
  const all = [...store.products.values()].map(productView);
  return byIds(byChange(all, query['date_modified:min']), query['id:in']);
}

function hookInput(body: unknown): HookInput {
  const { scope, destination, headers, is_active: isActive } = (body ?? {}) as Record<string, unknown>;
  const given = { scope, destination, headers, is_active: isActive };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
