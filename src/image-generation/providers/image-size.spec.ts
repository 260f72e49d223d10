import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { supportedSize } from './image-size.js';

const side = fc.integer({ min: 64, max: 4096 });

describe('the size to request from a model', () => {
  it.each([
    [1200, 600, { width: 1536, height: 1024 }],
    [600, 600, { width: 1024, height: 1024 }],
    [600, 800, { width: 1024, height: 1536 }],
    [64, 4096, { width: 1024, height: 1536 }],
  ])('is one of three for %i x %i on an older model', (width, height, size) => {
    expect(supportedSize('gpt-image-1.5', { width, height })).toEqual(size);
  });

  it('is supported by newer models for every wanted size', () => {
    fc.assert(
      fc.property(side, side, (width, height) => {
        const size = supportedSize('gpt-image-2.5-flare', { width, height });
        expect([size.width % 16, size.height % 16]).toEqual([0, 0]);
        expect(size.width / size.height).toBeGreaterThanOrEqual(1 / 3);
        expect(size.width / size.height).toBeLessThanOrEqual(3);
        expect(size.width * size.height).toBeGreaterThan(950_000);
        expect(size.width * size.height).toBeLessThan(3_900_000);
      }),
    );
  });

  it('keeps the wanted aspect ratio', () => {
    expect(supportedSize('gpt-image-2', { width: 1200, height: 600 })).toEqual({ width: 1456, height: 720 });
    expect(supportedSize('some-model', { width: 2000, height: 1000 })).toEqual({ width: 2000, height: 1008 });
  });
});
