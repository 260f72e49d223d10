import { malformed } from '../problems/index.js';
import { isCalendarDay } from './times.js';

/** One page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** The `cursor` of the next page; null on the last page. */
  readonly nextCursor: string | null;
}

/** A cursor from the sort keys of the last item; opaque to the client. */
export const encodeCursor = (keys: readonly string[]): string =>
  Buffer.from(JSON.stringify(keys)).toString('base64url');

/** Whether a sort key of a cursor can be cast in a statement. A failed cast would be answered as an internal error. */
type KeyCheck = (key: string) => boolean;
export const isText: KeyCheck = (key) => !key.includes('\0');
/** ISO 8601 in UTC with microseconds, as Postgres writes it. A Date has milliseconds only and would lose the place. */
export const isInstant: KeyCheck = (key) =>
  /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(key) &&
  isCalendarDay(key.slice(0, 10)) &&
  !Number.isNaN(Date.parse(key));

/** Reads a cursor, with one check for each sort key. Throws a 400 where the cursor is not from this list. */
export function readCursor(cursor: string | undefined, checks: readonly KeyCheck[]): readonly string[] | undefined {
  if (cursor === undefined) return undefined;
  const keys = decode(cursor);
  if (keys?.length === checks.length && checks.every((isFit, index) => isFit(keys[index] ?? ''))) return keys;
  throw malformed('malformed_query', 'The cursor does not belong to this list.', [
    { pointer: '/cursor', detail: 'must be the nextCursor of an earlier page' },
  ]);
}

function decode(cursor: string): readonly string[] | undefined {
  try {
    const keys: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(keys) && keys.every((key) => typeof key === 'string') ? keys : undefined;
  } catch {
    return undefined;
  }
}

/** One page from rows that were read with `LIMIT limit + 1`. */
export function pageOf<T>(rows: readonly T[], limit: number, keysOf: (row: T) => readonly string[]): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last !== undefined ? encodeCursor(keysOf(last)) : null };
}
