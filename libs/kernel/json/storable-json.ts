import { placesIn } from './json-places.js';

/** NUL, or half of a surrogate pair, as JSON can write them. Hardly any text has one, and this is quick to say so. */
const MAY_BE_UNSTORABLE = /\\u(?:0000|d[89ab][\da-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][\da-f]{2}\\u)d[c-f])/i;

/**
 * JSON.parse for what others write, with texts that Postgres can keep: without NUL, and with U+FFFD in the place of half a
 * character. One such text must not cost us the order around it.
 * @throws {SyntaxError} when it is not JSON
 */
export const parseStorableJson = (json: string): unknown =>
  MAY_BE_UNSTORABLE.test(json)
    ? JSON.parse(json, (_key, value: unknown) => (typeof value === 'string' ? storable(value) : value))
    : JSON.parse(json);

/** JSON pointer of a text or a key that Postgres can't keep, in the value that was read from the JSON. */
export function findUnstorable(json: string, root: unknown): string | undefined {
  if (!MAY_BE_UNSTORABLE.test(json)) return undefined;
  for (const { pointer, key, value } of placesIn(root)) {
    if (!isStorable(key) || (typeof value === 'string' && !isStorable(value))) return pointer;
  }
  return undefined;
}

const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
