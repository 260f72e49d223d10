/** Something of a platform's that can't be used; reading it again would not help. */
export class Unreadable extends Error {
  constructor(where: string, what: string) {
    super(`${where}: ${what}`);
    this.name = 'Unreadable';
  }
}

/** What came of reading a page. */
export interface ReadRecords<R> {
  readonly records: readonly R[];
  /** What is wrong with the others, each with its id at the platform. */
  readonly unreadable: readonly string[];
}

/** Reads each by itself: one that can't be read must not keep us from all that come after it. */
export function readEach<T extends { readonly id: unknown }, R>(
  items: readonly T[],
  read: (item: T) => readonly R[],
): ReadRecords<R> {
  const records: R[] = [];
  const unreadable: string[] = [];
  for (const item of items) {
    try {
      records.push(...read(item));
    } catch (error) {
      unreadable.push(`${String(item.id)}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { records, unreadable };
}
