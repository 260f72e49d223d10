import { expect, it } from 'vitest';
import { isKnownTag } from './etag.js';

it.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  [undefined, false],
])('reads If-None-Match %s against the tag "a" as %s', (header, known) => {
  expect(isKnownTag(header, '"a"')).toBe(known);
});
