import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerWithFault, type Fault, type FaultPlace } from './faults.js';
import type { SimulatedStore } from './store.js';

/** One call of a store's API, for assertions. */
export interface PlatformBApiCall {
  readonly store: string;
  readonly method: string;
  /** Without the host and `/stores/{hash}`, the query included. */
  readonly path: string;
  readonly accessToken: string;
  readonly body: unknown;
  /** 0 where the connection was closed. */
  readonly status: number;
  readonly at: number;
}

/** The scopes of which a resource needs one; `null` where every token is accepted. */
const SCOPES: Readonly<Record<Exclude<FaultPlace, 'api' | 'token'>, string | null>> = {
  store: 'store_v2_information',
  orders: 'store_v2_orders',
  refunds: 'store_v2_orders',
  customers: 'store_v2_customers',
  products: 'store_v2_products',
  promotions: 'store_v2_marketing',
  codes: 'store_v2_marketing',
  coupons: 'store_v2_orders',
  subscribers: 'store_v2_customers',
  hooks: null,
  themes: 'store_themes',
};

export type Resource = keyof typeof SCOPES;

const problem = (status: number, title: string) => ({
  status,
  title,
  type: '/api-docs/getting-started/api-status-codes',
});

/** A request that the route answers, perhaps with a fault of its own. */
export interface Admission {
  readonly fault: Fault | undefined;
}

/**
 * Applies planned faults, the rate limit, and the check of the token and its scopes. Undefined if one of them has
 * answered the request.
 */
export async function admits(
  store: SimulatedStore,
  resource: Resource,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Admission | undefined> {
  const rate = store.rate.take();
  reply.headers(rate.headers);
  const fault = store.faults.take(resource) ?? store.faults.take('api');
  if (await answerWithFault(fault, reply)) return undefined;
  if (!rate.allowed) {
    await reply.code(429).send(problem(429, 'Too many requests'));
    return undefined;
  }
  const granted = store.scopesOf(String(request.headers['x-auth-token'] ?? ''));
  if (!granted) {
    await reply.code(401).send(problem(401, 'Unauthorized'));
    return undefined;
  }
  const scope = SCOPES[resource];
  const isOpen =
    scope === null ||
    granted.some((one) => one === scope || (one === `${scope}_read_only` && request.method === 'GET'));
  if (isOpen) return { fault };
  await reply.code(403).send(problem(403, 'You do not have a required scope to access the endpoint'));
  return undefined;
}
