import type { Json } from './json.js';

export type Query = Readonly<Record<string, string | undefined>>;

const USUAL_PAGE = 50;
const LARGEST_PAGE = 250;

interface Slice {
  readonly items: readonly Json[];
  readonly page: number;
  readonly limit: number;
}

function sliceOf(all: readonly Json[], { page: asked, limit: wanted }: Query, largest = LARGEST_PAGE): Slice {
  const page = Math.max(1, Number(asked ?? 1) || 1);
  const limit = Math.min(largest, Math.max(1, Number(wanted ?? USUAL_PAGE) || USUAL_PAGE));
  return { items: all.slice((page - 1) * limit, page * limit), page, limit };
}

/** A page of V2: the items, or undefined for 204. */
export function v2Page(all: readonly Json[], query: Query, largest: number): readonly Json[] | undefined {
  const { items } = sliceOf(all, query, largest);
  return items.length > 0 ? items : undefined;
}

/** A page of V3, with its pagination. */
export function v3Page(all: readonly Json[], query: Query): Json {
  const { items, page, limit } = sliceOf(all, query);
  const pages = Math.max(1, Math.ceil(all.length / limit));
  const counts = { total: all.length, count: items.length, per_page: limit, current_page: page, total_pages: pages };
  return { data: items, meta: { pagination: { ...counts, links: { current: `?page=${page}&limit=${limit}` } } } };
}

/** The items that changed at this time or later, oldest change first, then by id. */
export function byChange(all: readonly Json[], since: string | undefined): Json[] {
  const from = since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(since);
  const timeOf = (item: Json): number => Date.parse(String(item['date_modified']));
  return all
    .filter((item) => timeOf(item) >= from)
    .sort((a, b) => timeOf(a) - timeOf(b) || Number(a['id']) - Number(b['id']));
}

/** The items whose id is in a list such as `1,2`, or all items without a list. */
export function byIds(all: readonly Json[], list: string | undefined): readonly Json[] {
  if (list === undefined) return all;
  const wanted = new Set(list.split(','));
  return all.filter(({ id }) => wanted.has(String(id)));
}
