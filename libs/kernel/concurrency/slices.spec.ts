import { describe, expect, it } from 'vitest';

import { inSlices } from './slices.js';

describe('inSlices', () => {
  it('yields every item in order', async () => {
    const items = Array.from({ length: 50 }, (_, index) => index);
    const seen: number[] = [];
    for await (const item of inSlices(items)) seen.push(item);
    expect(seen).toEqual(items);
  });

  it('lets other work run between slices', async () => {
    const seen: (number | string)[] = [];
    setImmediate(() => seen.push('other'));
    for await (const item of inSlices(Array.from({ length: 20 }, (_, index) => index))) seen.push(item);
    expect(seen.indexOf('other')).toBe(16);
  });
});
