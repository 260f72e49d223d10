import { describe, expect, it } from 'vitest';
import { isInstant, isText, pageOf, readCursor } from './cursor.js';
import { isUuid } from './ids.js';

const row = (name: string): { name: string } => ({ name });
const keysOf = ({ name }: { name: string }): string[] => [name];
const cursorOf = (keys: unknown): string => Buffer.from(JSON.stringify(keys)).toString('base64url');

describe('a page', () => {
  it('leads to the next one by the keys of its last row', () => {
    const page = pageOf([row('a'), row('b'), row('c')], 2, keysOf);
    expect(page.items).toEqual([row('a'), row('b')]);
    expect(readCursor(page.nextCursor ?? undefined, [isText])).toEqual(['b']);
  });

  it('is the last one where no row is left over', () => {
    expect(pageOf([row('a'), row('b')], 2, keysOf).nextCursor).toBeNull();
    expect(pageOf([], 2, keysOf).nextCursor).toBeNull();
  });
});

describe('a cursor', () => {
  it('is optional', () => {
    expect(readCursor(undefined, [isText])).toBeUndefined();
  });

  it.each([
    ['nothing', ''],
    ['no base64', '%%%'],
    ['no JSON', Buffer.from('{').toString('base64url')],
    ['no list', cursorOf({ name: 'a' })],
    ['too few keys', cursorOf([])],
    ['too many keys', cursorOf(['a', 'b'])],
    ['a key that is no text', cursorOf([7])],
    ['a byte that Postgres has no room for', cursorOf(['a\0'])],
  ])('is refused as %s', (_name, cursor) => {
    expect(() => readCursor(cursor, [isText])).toThrow(
      expect.objectContaining({ status: 400, code: 'malformed_query' }),
    );
  });

  it('is refused where a key is not of its kind', () => {
    expect(() => readCursor(cursorOf(['a']), [isUuid])).toThrow('none of this list');
    expect(() => readCursor(cursorOf(['2026-02-31T00:00:00.000000Z']), [isInstant])).toThrow('none of this list');
    expect(readCursor(cursorOf(['2026-02-28T23:59:59.123456Z']), [isInstant])).toEqual(['2026-02-28T23:59:59.123456Z']);
  });
});
