export interface Connection<T> {
  nodes: T[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** The cursor of the next page, or null after the last one. */
export function nextCursor({ pageInfo }: Connection<unknown>): string | null {
  return pageInfo.hasNextPage ? pageInfo.endCursor : null;
}

/**
 * Reads all pages.
 * @param read takes a cursor (null for the first page); undefined ends the reading
 * @param from the first connection, whose nodes are already read
 */
export async function collectPages<T>(
  read: (after: string | null) => Promise<Connection<T> | undefined>,
  from?: Connection<T>,
): Promise<T[]> {
  const nodes = [...(from?.nodes ?? [])];
  for (let after = from ? nextCursor(from) : null, more = !from || after !== null; more; more = after !== null) {
    const page = await read(after);
    nodes.push(...(page?.nodes ?? []));
    after = page ? nextCursor(page) : null;
  }
  return nodes;
}
