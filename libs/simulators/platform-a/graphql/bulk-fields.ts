import { GraphQLError } from 'graphql';
import type { BulkErrorCode, SimulatedBulkOperation } from '../bulk/bulk-book.js';
import { bulkLines } from '../bulk/bulk-lines.js';
import { bulkRootField } from '../bulk/bulk-query.js';
import type { SimulatedShop } from '../shop.js';
import { idOfGid } from './subscription-fields.js';
import { gidOf, utc, utcOrNull } from './view-helpers.js';

interface Run {
  readonly query: string;
  readonly groupObjects: boolean;
}

const IN_PROGRESS = (id: string): string =>
  `A bulk query operation for this app and shop is already in progress: ${gidOf('BulkOperation', id)}.`;

/** Root fields about bulk operations. `records` are the root fields that an operation may read. */
export function bulkFields({ bulk }: SimulatedShop, records: Readonly<Record<string, unknown>>) {
  const view = (operation: SimulatedBulkOperation | undefined): object | null => {
    if (!operation) return null;
    const status = bulk.statusOf(operation);
    const result = status === 'RUNNING' ? undefined : bulk.resultOf(operation);
    const url = result ? bulk.urlOf(operation) : null;
    const isWhole = status === 'COMPLETED';
    return {
      __typename: 'BulkOperation',
      id: gidOf('BulkOperation', operation.id),
      status,
      errorCode: status === 'FAILED' ? operation.failure?.code : null,
      createdAt: utc(operation.createdAt),
      completedAt: utcOrNull(isWhole ? operation.createdAt : null),
      fileSize: isWhole && result ? String(result.length) : null,
      objectCount: String(bulk.objectsReadBy(operation)),
      rootObjectCount: String(Math.min(operation.roots, bulk.objectsReadBy(operation))),
      query: operation.query,
      type: 'QUERY',
      url: isWhole ? url : null,
      partialDataUrl: isWhole ? null : url,
    };
  };
  const refuse = (code: string, message: string) => ({
    bulkOperation: null,
    userErrors: [{ code, field: code === 'INVALID' ? ['query'] : null, message }],
  });
  const byId = ({ id }: { readonly id: string }): object | null => view(bulk.get(idOfGid(id)));
  return {
    bulkOperation: byId,
    currentBulkOperation: () => view(bulk.latest),
    bulkOperationRunQuery: ({ query, groupObjects }: Run) => {
      if (bulk.refuses) return refuse('INVALID', 'Bulk queries are not available.');
      if (bulk.isFull) return refuse('OPERATION_IN_PROGRESS', IN_PROGRESS(bulk.latest?.id ?? '0'));
      try {
        const field = bulkRootField(query);
        const { lines, failure } = linesOf(() => bulkLines(records, field, groupObjects && bulk.groups));
        const operation = bulk.begin(query, lines, failure);
        return {
          bulkOperation: { ...view(operation), status: 'CREATED', url: null, partialDataUrl: null },
          userErrors: [],
        };
      } catch (error) {
        if (!(error instanceof GraphQLError)) throw error;
        return refuse('INVALID', error.message);
      }
    },
  };
}

function linesOf(read: () => object[]): { readonly lines: object[]; readonly failure: BulkErrorCode | null } {
  try {
    return { lines: read(), failure: null };
  } catch (error) {
    // A missing scope is found while the operation runs.
    if (!(error instanceof GraphQLError) || error.extensions['code'] !== 'ACCESS_DENIED') throw error;
    return { lines: [], failure: 'ACCESS_DENIED' };
  }
}
