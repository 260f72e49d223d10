/** A key as one step of a JSON pointer (RFC 6901). */
export const escapePointer = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** A value inside a JSON value, with its key in the object or array around it; the key of the root is empty. */
export interface JsonPlace {
  readonly pointer: string;
  readonly key: string;
  readonly value: unknown;
}

/** The value and all values inside it, at any depth, in the order of the document. */
export function* placesIn(root: unknown): Generator<JsonPlace> {
  const open: JsonPlace[] = [{ pointer: '', key: '', value: root }];
  for (let next = open.pop(); next; next = open.pop()) {
    yield next;
    const { pointer, value } = next;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value).toReversed()) {
      open.push({ pointer: `${pointer}/${escapePointer(key)}`, key, value: inner });
    }
  }
}
