import { describe, expect, it } from 'vitest';
import { BoundedMap } from './index.js';

describe('BoundedMap', () => {
  it('forgets the oldest entry when a new one comes, and none when a known one is set again', () => {
    const map = new BoundedMap<string, number>(2);
    map.set('a', 1).set('b', 2).set('a', 3);
    expect([...map]).toEqual([
      ['a', 3],
      ['b', 2],
    ]);
    map.set('c', 4);
    expect([...map.keys()]).toEqual(['b', 'c']);
  });

  it('takes an entry that was deleted and set again for the newest', () => {
    const map = new BoundedMap<string, number>(2);
    map.set('a', 1).set('b', 2);
    map.delete('a');
    map.set('a', 1).set('c', 3);
    expect([...map.keys()]).toEqual(['a', 'c']);
  });
});
