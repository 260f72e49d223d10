import { describe, expect, it } from 'vitest';
import { looksLikeJsonObject } from './json-shape.js';

describe('looksLikeJsonObject', () => {
  it.each([
    '{}',
    ' { } ',
    '{"a":1}',
    '{"a":null}\n',
    '{"a":"x" }',
    '{"a":[1] , "b":true}',
    '{ "a": { } }',
    `{"a":"${'x'.repeat(500)}"}`,
  ])('lets %s through', (text) => expect(looksLikeJsonObject(Buffer.from(text))).toBe(true));

  it.each(['', 'hello', '[1]', '"x"', 'null', '{', '{"a":1', '{"a":}', '{bad}', '{"a": bad}x', '<html>', '{"a":1},'])(
    'stops %j',
    (text) => expect(looksLikeJsonObject(Buffer.from(text))).toBe(false),
  );
});
