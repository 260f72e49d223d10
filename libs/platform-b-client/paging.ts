import { fieldsOf } from './claims.js';
import { parsePlatformTime } from './dates.js';
import { PlatformBError } from './platform-b-error.js';
import type { PlatformBRest, Query } from './rest.js';

/** The place in a list, which is sorted by the time of change. */
export interface PageRequest {
  /** `next` of the previous page; null or missing for the first page. */
  after?: string | null;
  /** Limits the list to changes at this time or later. */
  updatedSince?: Date;
  /** Smaller pages than usual, for tests. */
  pageSize?: number;
}

export interface Page<T> {
  items: T[];
  /** The cursor of the next page, to be saved with the items of this page; null after the last page. */
  next: string | null;
}

export const LARGEST_PAGE = 250;
/**
 * The platform may return fewer records than requested, so a short page need not be the last one. A very short page
 * counts as the last one: most orders have few lines, and one more call for each order would halve the speed of the
 * intake.
 */
const HANDFUL = 20;

/** A list of V2: a bare array, or 204 where it is empty. */
export async function readV2Page<T>(rest: PlatformBRest, path: string, query: Query): Promise<T[]> {
  const body = await rest.call('GET', path, query);
  if (body === undefined) return [];
  if (Array.isArray(body)) return body as T[];
  throw notAList(path);
}

export interface V3Page<T> {
  items: T[];
  isLast: boolean;
}

/** A list of V3: `{ data, meta: { pagination } }`. Without `pagination` there is one page. */
export async function readV3Page<T>(rest: PlatformBRest, path: string, query: Query): Promise<V3Page<T>> {
  const body = fieldsOf(await rest.call('GET', path, query));
  const { data } = body;
  if (!Array.isArray(data)) throw notAList(path);
  const { current_page: page, total_pages: pages } = fieldsOf(fieldsOf(body['meta'])['pagination']);
  const isLast = typeof page !== 'number' || typeof pages !== 'number' || page >= pages || data.length === 0;
  return { items: data as T[], isLast };
}

/** All of a short list of V2. */
export async function readAllV2<T>(rest: PlatformBRest, path: string): Promise<T[]> {
  const items: T[] = [];
  for (let page = 1; ; page += 1) {
    const part = await readV2Page<T>(rest, path, { limit: LARGEST_PAGE, page });
    items.push(...part);
    if (part.length < HANDFUL) return items;
  }
}

/** All of a short list of V3. */
export async function readAllV3<T>(rest: PlatformBRest, path: string, query: Query = {}): Promise<T[]> {
  const items: T[] = [];
  for (let page = 1; ; page += 1) {
    const part = await readV3Page<T>(rest, path, { ...query, limit: LARGEST_PAGE, page });
    items.push(...part.items);
    if (part.isLast) return items;
  }
}

interface Place {
  since: Date | undefined;
  page: number;
}

/**
 * Reads a list by the time of change and not by page numbers. A record that changes meanwhile moves to the end, and the
 * records behind it move one place forward. Page numbers would then skip the first record of the next page.
 *
 * A cursor is the time of the last record minus one second, because that second may not be over. So the last records of
 * a page come again. Only where a whole page lies within that time does the cursor count pages.
 */
export async function readByChange<T extends { date_modified?: string | null }>(
  { after, updatedSince }: PageRequest,
  read: (place: Place) => Promise<V3Page<T>>,
): Promise<Page<T>> {
  const place = parseCursor(after) ?? { since: updatedSince, page: 1 };
  const { items, isLast } = await read(place);
  if (isLast || items.length === 0) return { items, next: null };
  const last = parsePlatformTime(items.at(-1)?.date_modified);
  const since = last ? new Date(last.getTime() - 1000) : undefined;
  const moves = since !== undefined && since.getTime() > (place.since?.getTime() ?? Number.NEGATIVE_INFINITY);
  return { items, next: cursorOf(moves ? { since, page: 1 } : { ...place, page: place.page + 1 }) };
}

function cursorOf({ since, page }: Place): string {
  return `${since?.toISOString() ?? ''}|${page}`;
}

function parseCursor(cursor: string | null | undefined): Place | undefined {
  if (cursor === null || cursor === undefined) return undefined;
  const [time = '', page = ''] = cursor.split('|');
  const since = parsePlatformTime(time);
  if (!/^[1-9]\d{0,8}$/.test(page) || (time !== '' && !since)) throw new RangeError('not a cursor of this list');
  return { since: since ?? undefined, page: Number(page) };
}

function notAList(path: string): PlatformBError {
  return new PlatformBError('bad_answer', `the answer of platform B is not a list: ${path.replace(/\d+/g, '{id}')}`);
}
