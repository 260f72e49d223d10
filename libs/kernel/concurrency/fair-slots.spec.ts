import { describe, expect, it } from 'vitest';
import { FairSlots } from './fair-slots.js';

/** Work that ends when the test ends it. */
function held(slots: FairSlots, owner: string, started: string[], name: string) {
  let end = (): void => undefined;
  const done = slots.run(owner, () => {
    started.push(name);
    return new Promise<void>((resolve) => (end = resolve));
  });
  return { done, end: () => end() };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('FairSlots', () => {
  it('keeps a slot free for other owners while one owner has much work', async () => {
    const slots = new FairSlots(3, 2);
    const started: string[] = [];
    for (const name of ['a1', 'a2', 'a3', 'a4']) held(slots, 'a', started, name);
    held(slots, 'b', started, 'b1');
    await settle();
    expect(started).toEqual(['a1', 'a2', 'b1']);
  });

  it('lets owners take turns, whatever the order of arrival', async () => {
    const slots = new FairSlots(1, 1);
    const started: string[] = [];
    const works = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => held(slots, name.charAt(0), started, name));
    for (let round = 0; round < works.length; round += 1) {
      await settle();
      works.find((_, at) => started.at(-1) === ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'][at])?.end();
    }
    await Promise.all(works.map(({ done }) => done));
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('frees the slot of failed work', async () => {
    const slots = new FairSlots(1, 1);
    await expect(slots.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await slots.run('a', () => Promise.resolve(7))).toBe(7);
  });
});
