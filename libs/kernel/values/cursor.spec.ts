import { describe, expect, it } from 'vitest';
import { isInstant, isText, pageOf, readCursor } from './cursor.js';
import { isUuid } from './ids.js';

const row = (name: string): { name: string } => ({ name });
const keysOf = ({ name }: { name: string }): string[] => [name];
const cursorOf = (keys: unknown): string => Buffer.from(JSON.stringify(keys)).toString('base64url');

describe('pageOf', () => {
  it('names the next page by the sort keys of its last row', () => {
    const page = pageOf([row('a'), row('b'), row('c')], 2, keysOf);
    expect(page.items).toEqual([row('a'), row('b')]);
    expect(readCursor(page.nextCursor ?? undefined, [isText])).toEqual(['b']);
  });

  it('has no next cursor where no row is left over', () => {
    expect(pageOf([row('a'), row('b')], 2, keysOf).nextCursor).toBeNull();
    expect(pageOf([], 2, keysOf).nextCursor).toBeNull();
  });
});

describe('readCursor', () => {
  it('accepts a missing cursor', () => {
    expect(readCursor(undefined, [isText])).toBeUndefined();
  });

  it.each([
    ['an empty cursor', ''],
    ['text that is not base64', '%%%'],
    ['base64 that is not JSON', Buffer.from('{').toString('base64url')],
    ['JSON that is not a list', cursorOf({ name: 'a' })],
    ['too few keys', cursorOf([])],
    ['too many keys', cursorOf(['a', 'b'])],
    ['a key that is not text', cursorOf([7])],
    ['a byte that Postgres can not store', cursorOf(['a\0'])],
  ])('refuses %s', (_name, cursor) => {
    expect(() => readCursor(cursor, [isText])).toThrow(
      expect.objectContaining({ status: 400, code: 'malformed_query' }),
    );
  });

  it('refuses a cursor with a key of the wrong kind', () => {
    expect(() => readCursor(cursorOf(['a']), [isUuid])).toThrow('does not belong to this list');
    expect(() => readCursor(cursorOf(['2026-02-31T00:00:00.000000Z']), [isInstant])).toThrow(
      'does not belong to this list',
    );
    expect(readCursor(cursorOf(['2026-02-28T23:59:59.123456Z']), [isInstant])).toEqual(['2026-02-28T23:59:59.123456Z']);
  });
});
