import { expect, it } from 'vitest';
import { LeakyBucket } from './leaky-bucket.js';

it('the bucket refills by the rate of the plan, and never above its size', () => {
  let now = 0;
  const bucket = new LeakyBucket('standard', () => now);
  expect(bucket.take(1990)).toBe(true);
  expect(bucket.take(11)).toBe(false);
  now = 1000;
  expect(bucket.status()).toEqual({ maximumAvailable: 2000, currentlyAvailable: 110, restoreRate: 100 });
  expect(bucket.take(110)).toBe(true);
  now = 1_000_000;
  expect(bucket.status().currentlyAvailable).toBe(2000);
});

it('the bucket takes back the points that a query did not use', () => {
  const bucket = new LeakyBucket('standard', () => 0);
  bucket.take(500);
  bucket.giveBack(450);
  expect(bucket.status().currentlyAvailable).toBe(1950);
});
