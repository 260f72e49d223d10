import { describe, expect, it } from 'vitest';
import { waitUntil } from './wait-until.js';

/** A value that counts how often it is read. */
function counter(): { reads: number; read: () => Promise<number> } {
  const state = { reads: 0, read: () => Promise.resolve((state.reads += 1)) };
  return state;
}

describe('waitUntil', () => {
  it('returns the value that it read when the work was done', async () => {
    expect(await waitUntil(counter().read, (reads) => reads === 3, { seconds: 5, everyMs: 1 })).toBe(3);
  });

  it('returns the last value when the time is over', async () => {
    const { read } = counter();
    const found = await waitUntil(read, () => false, { seconds: 0.03, everyMs: 10 });
    expect(found).toBeGreaterThan(1);
    expect(found).toBeLessThan(6);
  });

  it('reads once with a time of zero', async () => {
    expect(await waitUntil(counter().read, () => false, { seconds: 0, everyMs: 1 })).toBe(1);
  });
});
