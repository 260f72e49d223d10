import type { PlatformAGraphql } from './graphql.js';
import { PlatformAError } from './platform-a-error.js';
import type { UserError } from './user-errors.js';

/** A bulk operation of the app in a store. The platform keeps its result for a week. */
export interface BulkOperation {
  id: string;
  /** CANCELED, CANCELING, COMPLETED, CREATED, EXPIRED, FAILED, RUNNING. */
  status: string;
  /** ACCESS_DENIED, INTERNAL_SERVER_ERROR, TIMEOUT. */
  errorCode: string | null;
  createdAt: string;
  /** Of records and of the records inside them, in digits. */
  objectCount: string;
  query: string;
  /** null before the end, and where there are no records. */
  url: string | null;
  /** What was read before a failure. */
  partialDataUrl: string | null;
}

export type BulkStart =
  | { readonly kind: 'started'; readonly operation: BulkOperation }
  /** The store allows no further operation now. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'refused'; readonly reason: string };

const FIELDS = 'id status errorCode createdAt objectCount query url partialDataUrl';

const run = (more: string): string => `mutation BulkOperationRunQuery($query: String!) {
  bulkOperationRunQuery(query: $query${more}) {
    bulkOperation { ${FIELDS} }
    userErrors { field message code }
  }
}`;

/** Grouping puts the records inside a record right below it, so that they are put together again in little memory. */
const RUN = run(', groupObjects: true');
/** For versions before 2025-07, which always group. */
const RUN_WITHOUT_ARGUMENT = run('');

const READ = `query BulkOperation($id: ID!) {
  node(id: $id) { ... on BulkOperation { ${FIELDS} } }
}`;

const CURRENT = `query CurrentBulkOperation {
  currentBulkOperation(type: QUERY) { ${FIELDS} }
}`;

const COUNTS = {
  customers: 'query CustomersCount { customersCount(limit: null) { count } }',
  products: 'query ProductsCount { productsCount(limit: null) { count } }',
  orders: 'query OrdersCount { ordersCount(limit: null) { count } }',
} as const;

const BUSY = new Set(['OPERATION_IN_PROGRESS', 'LIMIT_REACHED']);
/** For a platform that names no code. */
const BUSY_MESSAGE = /already in progress/i;

interface RunAnswer {
  readonly bulkOperationRunQuery: { bulkOperation: BulkOperation | null; userErrors: UserError[] } | null;
}

const isBadAnswer = (error: unknown): error is PlatformAError =>
  error instanceof PlatformAError && error.kind === 'bad_answer';

/** @throws {PlatformAError} where the platform does not answer; the operation may have begun all the same */
export async function runBulkQuery(graphql: PlatformAGraphql, query: string): Promise<BulkStart> {
  const send = (document: string): Promise<RunAnswer> => graphql.query<RunAnswer>(document, { query });
  const { bulkOperationRunQuery: payload } = await send(RUN).catch((error: unknown) => {
    if (isBadAnswer(error) && error.message.includes('groupObjects')) return send(RUN_WITHOUT_ARGUMENT);
    throw error;
  });
  const errors = payload?.userErrors ?? [];
  if (errors.some(({ code, message }) => (code === null ? BUSY_MESSAGE.test(message) : BUSY.has(code)))) {
    return { kind: 'busy' };
  }
  const operation = payload?.bulkOperation;
  if (operation && errors.length === 0) return { kind: 'started', operation };
  return { kind: 'refused', reason: errors.map(({ message }) => message).join(' ') || 'no reason was given' };
}

/** null where the store does not know it, or no longer knows it. */
export async function readBulkOperation(graphql: PlatformAGraphql, id: string): Promise<BulkOperation | null> {
  const { node } = await graphql.query<{ node: Partial<BulkOperation> | null }>(READ, { id });
  if (node?.id !== undefined) return node as BulkOperation;
  const current = await readCurrentBulkOperation(graphql);
  return current?.id === id ? current : null;
}

/** The app's latest operation in the store; null also where a version no longer has this field. */
export async function readCurrentBulkOperation(graphql: PlatformAGraphql): Promise<BulkOperation | null> {
  try {
    const answer = await graphql.query<{ currentBulkOperation: BulkOperation | null }>(CURRENT);
    return answer.currentBulkOperation;
  } catch (error) {
    if (isBadAnswer(error)) return null;
    throw error;
  }
}

/** The number of records; undefined where the platform does not say it. */
export async function countRecords(
  graphql: PlatformAGraphql,
  resource: keyof typeof COUNTS,
): Promise<number | undefined> {
  try {
    const answer = await graphql.query<Record<string, { count?: unknown } | null>>(COUNTS[resource]);
    const count = answer[`${resource}Count`]?.count;
    return typeof count === 'number' ? count : undefined;
  } catch (error) {
    if (isBadAnswer(error)) return undefined;
    throw error;
  }
}
