import { describe, expect, it } from 'vitest';
import { NewestFirst } from './newest-first.js';

/** Work that ends when the test says so. */
function work() {
  let end = (): void => undefined;
  const promise = new Promise<void>((resolve) => (end = resolve));
  return { promise, end, begun: false };
}

const next = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('work with the newest first', () => {
  it('begins with what came last, and refuses the oldest where too many wait', async () => {
    const turns = new NewestFirst({ atOnce: 1, waiting: 2 });
    const order: string[] = [];
    const running = work();
    const first = turns.run('store', () => running.promise);
    const others = ['a', 'b', 'c'].map((name) => turns.run('store', () => Promise.resolve(order.push(name))));
    const outcomes = Promise.allSettled(others);
    running.end();
    await first;
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    await expect(others[0]).rejects.toMatchObject({ status: 429, code: 'too_many_requests' });
    expect(order).toEqual(['c', 'b']);
  });

  it('runs so many at once for a key, and leaves other keys alone', async () => {
    const turns = new NewestFirst({ atOnce: 2, waiting: 8 });
    const works = Array.from({ length: 4 }, work);
    const all = works.map((one, index) =>
      turns.run(index === 3 ? 'other' : 'store', () => {
        one.begun = true;
        return one.promise;
      }),
    );
    await next();
    expect(works.map(({ begun }) => begun)).toEqual([true, true, false, true]);
    for (const { end } of works) end();
    await Promise.all(all);
  });

  it('goes on after work that failed', async () => {
    const turns = new NewestFirst({ atOnce: 1, waiting: 1 });
    const failed = turns.run('store', () => Promise.reject(new Error('refused')));
    const after = turns.run('store', () => Promise.resolve('done'));
    await expect(failed).rejects.toThrow('refused');
    expect(await after).toBe('done');
  });
});
