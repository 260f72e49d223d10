import { placesIn } from './json-places.js';

/** JSON escapes of NUL and of half a surrogate pair. This fast test rules out almost every text. */
const MAY_BE_UNSTORABLE = /\\u(?:0000|d[89ab][\da-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][\da-f]{2}\\u)d[c-f])/i;

/**
 * JSON.parse for input from outside. Postgres can store the texts of the result: NUL is removed, and U+FFFD replaces
 * half a surrogate pair. Otherwise one such text would lose the whole order around it.
 * @throws {SyntaxError} when it is not JSON
 */
export const parseStorableJson = (json: string): unknown =>
  MAY_BE_UNSTORABLE.test(json)
    ? JSON.parse(json, (_key, value: unknown) => (typeof value === 'string' ? storable(value) : value))
    : JSON.parse(json);

/** JSON pointer of the first text or key that Postgres can't store; `root` is the value parsed from `json`. */
export function findUnstorable(json: string, root: unknown): string | undefined {
  if (!MAY_BE_UNSTORABLE.test(json)) return undefined;
  for (const { pointer, key, value } of placesIn(root)) {
    if (!isStorable(key) || (typeof value === 'string' && !isStorable(value))) return pointer;
  }
  return undefined;
}

const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
