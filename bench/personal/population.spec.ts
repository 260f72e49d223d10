import { expect, it } from 'vitest';
import { contentsFor } from './population.js';

it('100,000 recipients of a store with 300 products need at most 5,000 different images', () => {
  const images = contentsFor(100_000, 300).length;
  expect(images).toBeLessThanOrEqual(5_000);
  // Each product in each language.
  expect(images).toBeGreaterThan(300);
});
