import { beforeAll, describe, expect, it } from 'vitest';
import { join } from 'node:path';
import { cdnowAt, hasCdnow, withCdnow } from '../../test/setup/samples.js';
import { playStory } from './looks.js';
import { type OrderBook, placeboSplit, readOrderBook } from './placebo.js';
import { simulatedStore } from './stores.js';
import type { Labels, Story } from './story.js';
import { count, newTally, shareOf, type Tally } from './tally.js';

/** A part of what `npm run lift:simulate` plays. The seeds are fixed, so the counts are the same in each run. */
const SEED = 'check';

function play(stories: number, story: (index: number) => Story & Labels): Tally {
  const tally = newTally();
  for (let index = 0; index < stories; index += 1) {
    const one = story(index);
    count(tally, one, playStory(one));
  }
  return tally;
}

describe('Stores whose sequence does nothing', () => {
  it('get a verdict in at most 5 of 100 cases, though each change is looked at, unlike with naive tests', () => {
    const tally = play(400, (index) => simulatedStore(SEED, index));
    expect(shareOf(tally, 'either')).toBeLessThanOrEqual(0.05);
    expect(shareOf(tally, 'zDaily')).toBeGreaterThan(0.1);
    expect(shareOf(tally, 'tDaily')).toBeGreaterThan(0.1);
  });

  it('are the same for the same seed', () => {
    expect(simulatedStore(SEED, 3)).toEqual(simulatedStore(SEED, 3));
    expect(simulatedStore(SEED, 3)).not.toEqual(simulatedStore('other', 3));
  });
});

describe.skipIf(!hasCdnow)(`Placebo splits of ${withCdnow}`, () => {
  let book: OrderBook;
  beforeAll(async () => {
    book = await readOrderBook(join(cdnowAt, 'orders.csv.gz'));
  });

  it('stay silent in at least 98 of 100 cases', () => {
    const tally = play(300, (index) => placeboSplit(book, SEED, index));
    expect(shareOf(tally, 'either')).toBeLessThanOrEqual(0.02);
    expect(shareOf(tally, 'zDaily')).toBeGreaterThan(0.1);
  });
});
