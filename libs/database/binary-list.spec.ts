import { describe, expect, it } from 'vitest';
import { binaryList } from './binary-list.js';

describe('binaryList', () => {
  it.each([
    ['text', 7],
    ['uuid', 'E0000000-0000-4000-8000-000000000000'],
    ['uuid', '00000000-0000-4000-8000-00000000000g'],
    ['uuid', '00000000000000000-8000-00000000000000'],
    ['timestamptz', '2025-01-01'],
    ['timestamptz', new Date(Number.NaN)],
    ['numeric', '1'],
    ['numeric', '.0000'],
    ['numeric', '1e9.0000'],
    ['boolean', 't'],
    ['jsonb', '{}'],
  ])('leaves a list of %s with %j to others', (type, element) => {
    expect(binaryList(type, [element])).toBeUndefined();
  });
});
