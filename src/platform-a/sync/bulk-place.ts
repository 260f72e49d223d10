/**
 * A place in the past of a collection, as its cursor names it:
 *
 * - `pages`: read page by page, after the cursor of the platform
 * - `bulk`: in the result of a bulk operation, at this byte; without an operation, one has to begin
 */
export type PastCursor =
  | { readonly kind: 'pages'; readonly after: string | null }
  | {
      readonly kind: 'bulk';
      /** Counts the operations, from 1. */
      readonly attempt: number;
      /** The platform's number. */
      readonly operation: string | null;
      readonly at: number;
    };

export type BulkPlace = Extract<PastCursor, { kind: 'bulk' }>;

const PAGES = 'pages';
const BULK = /^bulk\/([1-9])\/(\d*)\/(\d{1,15})$/;

export function pastCursor(place: PastCursor): string {
  if (place.kind === 'pages') return place.after ?? PAGES;
  return `bulk/${place.attempt}/${place.operation ?? ''}/${place.at}`;
}

/** Undefined at the beginning, before it is decided how to read. */
export function parsePastCursor(cursor: string | null): PastCursor | undefined {
  if (cursor === null) return undefined;
  const [, attempt, operation, at] = BULK.exec(cursor) ?? [];
  if (attempt === undefined) return { kind: 'pages', after: cursor === PAGES ? null : cursor };
  return {
    kind: 'bulk',
    attempt: Number(attempt),
    operation: operation === '' ? null : (operation ?? null),
    at: Number(at),
  };
}
