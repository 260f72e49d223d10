import { GraphQLError } from 'graphql';
import {
  comparePositions,
  type Position,
  type RecordStore,
  type SortField,
  type StoredRecord,
} from '../../records/record-store.js';
import { matcherOf } from './search-query.js';

export interface PageArguments {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly last?: number | null;
  readonly before?: string | null;
  readonly reverse?: boolean | null;
}

export interface ListArguments extends PageArguments {
  readonly query?: string | null;
  readonly sortKey?: string | null;
}

export interface Connection<V> {
  readonly nodes: () => readonly V[];
  readonly edges: () => readonly { readonly cursor: string; readonly node: V }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

interface Entry<T> extends Position {
  readonly item: T;
}

const LARGEST_PAGE = 250;
const SORT_FIELDS: Readonly<Record<string, SortField>> = {
  ID: 'id',
  CREATED_AT: 'createdAt',
  UPDATED_AT: 'updatedAt',
  PROCESSED_AT: 'processedAt',
};

const encode = ({ value, id }: Position): string =>
  Buffer.from(JSON.stringify({ last_id: id, last_value: value })).toString('base64');

function decode(cursor: string): Position {
  try {
    const { last_id: id, last_value: value } = JSON.parse(Buffer.from(cursor, 'base64').toString()) as Record<
      string,
      unknown
    >;
    if (typeof id === 'string' && typeof value === 'number') return { id, value };
  } catch {
    // The error below is the platform's answer for an invalid cursor.
  }
  throw new GraphQLError('Invalid cursor for current pagination sort.', { extensions: { code: 'INVALID_CURSOR' } });
}

function pageSize({ first, last }: PageArguments): number {
  const size = first ?? last;
  if (typeof size !== 'number') throw new GraphQLError('you must provide one of first or last');
  const both = typeof first === 'number' && typeof last === 'number';
  if (both) throw new GraphQLError('providing both first and last is not supported');
  if (size < 0 || size > LARGEST_PAGE) {
    throw new GraphQLError(`first and last must be between 0 and ${LARGEST_PAGE}, but ${size} was given`);
  }
  return size;
}

/** The index of the first entry behind the position, by binary search, because a list may have 100,000 entries. */
function indexBehind<T>(entries: ArrayLike<Entry<T>>, position: Position): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = entries[middle];
    if (entry && comparePositions(entry, position) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function indexAt<T>(entries: ArrayLike<Entry<T>>, position: Position): number {
  const behind = indexBehind(entries, position);
  const previous = entries[behind - 1];
  return previous && comparePositions(previous, position) === 0 ? behind - 1 : behind;
}

/** One page of sorted entries. A cursor names a position in the order and not a record. */
function paginate<T, V>(sorted: readonly Entry<T>[], args: PageArguments, view: (item: T) => V): Connection<V> {
  const size = pageSize(args);
  const entries = args.reverse ? sorted.toReversed() : sorted;
  const start = args.after ? boundary(entries, decode(args.after), args.reverse ?? false, 'after') : 0;
  const end = args.before ? boundary(entries, decode(args.before), args.reverse ?? false, 'before') : entries.length;
  const from = typeof args.last === 'number' ? Math.max(start, end - size) : start;
  const page = entries.slice(from, Math.min(end, from + size));
  const [firstEntry, lastEntry] = [page[0], page.at(-1)];
  return {
    nodes: () => page.map(({ item }) => view(item)),
    edges: () => page.map((entry) => ({ cursor: encode(entry), node: view(entry.item) })),
    pageInfo: {
      hasNextPage: from + page.length < entries.length,
      hasPreviousPage: from > 0,
      startCursor: firstEntry ? encode(firstEntry) : null,
      endCursor: lastEntry ? encode(lastEntry) : null,
    },
  };
}

function boundary<T>(entries: readonly Entry<T>[], at: Position, reverse: boolean, side: 'after' | 'before'): number {
  if (!reverse) return side === 'after' ? indexBehind(entries, at) : indexAt(entries, at);
  const index = entries.findIndex((entry) => comparePositions(entry, at) <= 0);
  const place = index < 0 ? entries.length : index;
  const hit = entries[place];
  return side === 'after' && hit && comparePositions(hit, at) === 0 ? place + 1 : place;
}

/** A connection over a store's records: sorted by `sortKey`, filtered by `query`. */
export function storeConnection<T extends StoredRecord, V>(
  store: RecordStore<T>,
  args: ListArguments,
  view: (item: T) => V,
): Connection<V> {
  const field = SORT_FIELDS[args.sortKey ?? 'ID'];
  if (!field) throw new GraphQLError(`The simulator can't sort by ${args.sortKey}`);
  const matches = matcherOf(args.query ?? '');
  const entries: Entry<T>[] = [];
  for (const item of store.sortedBy(field)) {
    if (matches(item)) entries.push({ item, ...store.positionOf(item, field) });
  }
  return paginate(entries, args, view);
}

/** A connection over a list that belongs to one record, in its own order. */
export function listConnection<T, V>(items: readonly T[], args: PageArguments, view: (item: T) => V): Connection<V> {
  const entries = items.map((item, index) => ({ item, value: index, id: '' }));
  return paginate(entries, args, view);
}
