import { escapePointer } from './errors.js';

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
export function findUnstorable(json: string, value: unknown): string | undefined {
  if (!MAY_BE_UNSTORABLE.test(json)) return undefined;
  const open: (readonly [pointer: string, value: unknown])[] = [['', value]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [pointer, found] = next;
    if (typeof found === 'string' && !isStorable(found)) return pointer;
    if (typeof found !== 'object' || found === null) continue;
    for (const [key, inner] of Object.entries(found)) {
      const place = `${pointer}/${escapePointer(key)}`;
      if (!isStorable(key)) return place;
      open.push([place, inner]);
    }
  }
  return undefined;
}

const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
