interface ListPage<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** A list that people make by hand may have more than one page. */
interface PageQuery {
  readonly limit: number;
  readonly cursor?: string;
}

const LIMIT = 200;

/** All items of such a list. Lists of customers have pages with buttons instead. */
export async function everyPage<T>(read: (query: PageQuery) => Promise<ListPage<T>>): Promise<readonly T[]> {
  const all: T[] = [];
  let query: PageQuery | undefined = { limit: LIMIT };
  while (query) {
    const { items, nextCursor }: ListPage<T> = await read(query);
    all.push(...items);
    query = nextCursor === null ? undefined : { limit: LIMIT, cursor: nextCursor };
  }
  return all;
}
