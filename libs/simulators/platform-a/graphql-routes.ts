import type { FastifyInstance } from 'fastify';
import { answerLate, answerWithFault, isLate, unauthorizedBody } from './fault-answers.js';
import { executeGraphql, type GraphqlAnswer, type QueryCost } from './graphql/execute.js';
import type { SimulatedShop } from './shop.js';

/** One GraphQL call, for assertions. */
export interface GraphqlCall {
  readonly shop: string;
  readonly apiVersion: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly status: number;
  /** Codes of the errors in the answer, THROTTLED for example. */
  readonly errorCodes: readonly string[];
  readonly cost: QueryCost | null;
  readonly at: number;
}

interface Route {
  Params: { readonly shop: string; readonly version: string };
  Body: { readonly query?: unknown; readonly variables?: unknown; readonly operationName?: unknown } | null;
}

const VERSION = /^(\d{4}-(01|04|07|10)|unstable)$/;

/** Calls are kept for assertions, but a long backfill must not fill the memory. */
const CALLS_KEPT = 10_000;

/** POST /{shop}/admin/api/{version}/graphql.json */
export function graphqlRoutes(
  server: FastifyInstance,
  shopOf: (domain: string) => SimulatedShop | undefined,
  calls: GraphqlCall[],
): void {
  server.post<Route>('/:shop/admin/api/:version/graphql.json', async (request, reply) => {
    const { version } = request.params;
    const shop = shopOf(request.params.shop);
    if (!shop || !VERSION.test(version)) return reply.code(404).send({ errors: 'Not Found' });
    const query = typeof request.body?.query === 'string' ? request.body.query : '';
    const variables = isRecord(request.body?.variables) ? request.body.variables : {};
    const note = (status: number, answer: GraphqlAnswer = {}): void => {
      const call = { shop: request.params.shop, apiVersion: version, query, variables, status, at: Date.now() };
      calls.push({ ...call, errorCodes: codesOf(answer), cost: answer.extensions?.cost ?? null });
      if (calls.length > CALLS_KEPT) calls.shift();
    };

    const fault = shop.faults.take('graphql', ({ field = '' }) => query.includes(field));
    if (fault && (await answerWithFault(fault, reply, shop))) {
      note(fault.kind === 'disconnect' ? 0 : reply.statusCode);
      return reply;
    }
    const scopes = shop.tokens.scopesOf(String(request.headers['x-shopify-access-token'] ?? ''));
    if (!scopes) {
      note(401);
      return reply.code(401).send(unauthorizedBody);
    }
    if (query === '') {
      note(400);
      return reply.code(400).send({ errors: { query: 'Required parameter missing or invalid' } });
    }
    const name = request.body?.operationName;
    const operation = typeof name === 'string' ? { operationName: name } : {};
    const carriedOut = { query, variables: fault?.kind === 'halfDone' ? halved(variables) : variables, ...operation };
    const answer = await executeGraphql(shop, carriedOut, scopes, version);
    if (fault && isLate(fault)) {
      note(fault.kind === 'lostAnswer' ? 0 : 500, answer);
      return answerLate(fault, reply, shop);
    }
    note(200, answer);
    return reply.send(answer);
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The variables with half of the codes. */
function halved(variables: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { codes } = variables;
  return Array.isArray(codes) ? { ...variables, codes: codes.slice(0, Math.ceil(codes.length / 2)) } : variables;
}

function codesOf({ errors = [] }: GraphqlAnswer): string[] {
  return errors.map((error) => {
    const extensions: unknown = isRecord(error) ? error['extensions'] : undefined;
    return isRecord(extensions) ? String(extensions['code']) : 'INVALID';
  });
}
