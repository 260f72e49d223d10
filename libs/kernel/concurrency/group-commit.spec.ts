import { describe, expect, it } from 'vitest';
import { GroupCommit } from './group-commit.js';

/** A datastore whose writes end when the test ends them. */
function manualDatastore() {
  const writes: { items: number[]; end: (error?: Error) => void }[] = [];
  const write = (items: number[]): Promise<void> =>
    new Promise((resolve, reject) => writes.push({ items, end: (error) => (error ? reject(error) : resolve()) }));
  return { writes, write };
}
const limits = { maxInFlight: 2, maxItems: 3 };

describe('GroupCommit', () => {
  it('writes a single item at once', () => {
    const { writes, write } = manualDatastore();
    void new GroupCommit(write, limits).add(1);
    expect(writes.map(({ items }) => items)).toEqual([[1]]);
  });

  it('collects items that arrive while two writes run', async () => {
    const { writes, write } = manualDatastore();
    const commits = new GroupCommit(write, limits);
    const done = [1, 2, 3, 4, 5, 6].map((item) => commits.add(item));
    expect(writes.map(({ items }) => items)).toEqual([[1], [2]]);
    writes[0]?.end();
    await done[0];
    await Promise.resolve();
    expect(writes[2]?.items).toEqual([3, 4, 5]);
    writes[1]?.end();
    writes[2]?.end();
    await Promise.all(done.slice(0, 5));
    await Promise.resolve();
    expect(writes[3]?.items).toEqual([6]);
  });

  it('resolves no item before its commit', async () => {
    const { writes, write } = manualDatastore();
    let answered = false;
    const done = new GroupCommit(write, limits).add(1).then(() => (answered = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(answered).toBe(false);
    writes[0]?.end();
    await done;
    expect(answered).toBe(true);
  });

  it('rejects every item of a failed write, and writes the next group', async () => {
    const { writes, write } = manualDatastore();
    const commits = new GroupCommit(write, { maxInFlight: 1, maxItems: 3 });
    const first = commits.add(1);
    const second = commits.add(2);
    const third = commits.add(3);
    writes[0]?.end();
    await first;
    await new Promise((resolve) => setImmediate(resolve));
    writes[1]?.end(new Error('disk full'));
    await expect(second).rejects.toThrow('disk full');
    await expect(third).rejects.toThrow('disk full');
    await new Promise((resolve) => setImmediate(resolve));
    const fourth = commits.add(4);
    writes[2]?.end();
    await expect(fourth).resolves.toBeUndefined();
  });
});
