/** A record or a body of a platform cannot be used. Another read of the same record would not help. */
export class Unreadable extends Error {
  constructor(where: string, what: string) {
    super(`${where}: ${what}`);
    this.name = 'Unreadable';
  }
}

export interface ReadRecords<R> {
  readonly records: readonly R[];
  /** Why the other records cannot be used, each with the platform's id. */
  readonly unreadable: readonly string[];
}

/** Reads each item on its own, so that an unreadable one does not stop those after it. */
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
