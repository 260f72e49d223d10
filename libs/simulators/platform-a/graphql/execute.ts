import { execute, type DocumentNode, getOperationAST, GraphQLError, OperationTypeNode, parse, validate } from 'graphql';
import type { ThrottleStatus } from '../leaky-bucket.js';
import type { SimulatedShop } from '../shop.js';
import { actualCost, LARGEST_COST, requestedCost } from './cost.js';
import { rootFields } from './root-fields.js';
import { adminSchema } from './schema.js';

export interface GraphqlRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName?: string;
}

export interface GraphqlAnswer {
  readonly data?: unknown;
  readonly errors?: readonly unknown[];
  readonly extensions?: { readonly cost: QueryCost };
}

export interface QueryCost {
  readonly requestedQueryCost: number;
  readonly actualQueryCost: number | null;
  readonly throttleStatus: ThrottleStatus;
}

const MUTATION_COST = 10;

/** A cache of parsed and validated documents, because a client sends the same few documents repeatedly. */
const documents = new Map<string, DocumentNode | readonly GraphQLError[]>();

/**
 * Answers one request like the Admin API: an invalid document or an exhausted rate limit is an `errors` answer with
 * status 200. The maximum cost of the query is reserved first, and the unused part is returned afterwards.
 */
export async function executeGraphql(
  shop: SimulatedShop,
  request: GraphqlRequest,
  scopes: readonly string[],
  apiVersion: string,
): Promise<GraphqlAnswer> {
  const document = documentOf(request.query);
  if (!isDocument(document)) return { errors: document.map((error) => error.toJSON()) };
  const operation = getOperationAST(document, request.operationName);
  if (!operation) return { errors: [{ message: 'No operation named in this document' }] };
  const requested = requestedCost(adminSchema, document, operation, request.variables);
  if (requested > LARGEST_COST) return { errors: [maxCostExceeded(requested)] };
  if (!shop.bucket.take(requested)) return throttledAnswer(shop, requested);

  const result = await execute({
    schema: adminSchema,
    document,
    rootValue: rootFields(shop, scopes, apiVersion),
    variableValues: request.variables,
    ...(request.operationName === undefined ? {} : { operationName: request.operationName }),
  });
  const actual = operation.operation === OperationTypeNode.MUTATION ? MUTATION_COST : actualCost(result.data);
  shop.bucket.giveBack(Math.max(0, requested - actual));
  return {
    ...(result.errors ? { errors: result.errors.map((error) => error.toJSON()) } : {}),
    ...(result.data === undefined ? {} : { data: result.data }),
    extensions: { cost: costOf(shop, requested, actual) },
  };
}

/** The answer for an exhausted rate limit, also of the `throttled` fault. It has the status that a client waits by. */
export function throttledAnswer(shop: SimulatedShop, requested = LARGEST_COST): GraphqlAnswer {
  const documentation = 'https://shopify.dev/api/usage/rate-limits';
  return {
    errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED', documentation } }],
    extensions: { cost: costOf(shop, requested, null) },
  };
}

function documentOf(query: string): DocumentNode | readonly GraphQLError[] {
  const known = documents.get(query);
  if (known) return known;
  const document = parseAndValidate(query);
  documents.set(query, document);
  return document;
}

function parseAndValidate(query: string): DocumentNode | readonly GraphQLError[] {
  try {
    const document = parse(query);
    const errors = validate(adminSchema, document);
    return errors.length > 0 ? errors : document;
  } catch (error) {
    if (error instanceof GraphQLError) return [error];
    throw error;
  }
}

const isDocument = (parsed: DocumentNode | readonly GraphQLError[]): parsed is DocumentNode => 'kind' in parsed;

const costOf = (shop: SimulatedShop, requested: number, actual: number | null): QueryCost => ({
  requestedQueryCost: requested,
  actualQueryCost: actual,
  throttleStatus: shop.bucket.status(),
});

const maxCostExceeded = (cost: number) => ({
  message: `Query cost is ${cost}, which exceeds the single query max cost limit (${LARGEST_COST}).`,
  extensions: { code: 'MAX_COST_EXCEEDED', cost, maxCost: LARGEST_COST },
});
