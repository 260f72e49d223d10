import { expect, it } from 'vitest';
import { returnRate } from './return-rate.js';

it('has an interval about the rate that gets narrower, and none for nobody', () => {
  expect(returnRate(0, 0)).toBeNull();
  expect(returnRate(0, 100)).toMatchObject({ estimate: 0, low: 0 });
  expect(returnRate(7, 7)).toMatchObject({ estimate: 1, high: 1 });
  const [few, many] = [returnRate(6, 100), returnRate(600, 10_000)];
  for (const rate of [few, many]) {
    expect(rate?.low).toBeLessThan(0.06);
    expect(rate?.high).toBeGreaterThan(0.06);
  }
  expect((many?.high ?? 1) - (many?.low ?? 0)).toBeLessThan(0.02);
});

it('misses the true rate at no look in at least 95 of 100 runs', () => {
  const rate = 0.06;
  let seed = 1;
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  let misses = 0;
  for (let run = 0; run < 200; run++) {
    let returned = 0;
    let missed = false;
    for (let n = 1; n <= 400; n++) {
      if (random() < rate) returned += 1;
      const { low = 0, high = 1 } = (n % 5 === 0 && returnRate(returned, n)) || {};
      missed ||= rate < low || rate > high;
    }
    if (missed) misses += 1;
  }
  expect(misses).toBeLessThanOrEqual(10);
});
