import { afterAll, describe, expect, it } from 'vitest';
import { Compositor } from '#libs/compositor';
import { caseAt, CASES } from './cases.js';
import { hasTesseract, type ReadBack, readBack, withTesseract } from './read-back.js';
import { composed, materialFor } from './verify.js';

const IMAGES = 12;
const SEED = 3;
/** The share of words that a reader has to find. */
const ENOUGH = 0.995;

describe.skipIf(!hasTesseract)(`English images, read back by ${withTesseract}`, () => {
  const compositor = new Compositor({ threads: 2 });
  afterAll(() => compositor.close());

  it('have nearly every word that was asked for', async () => {
    const material = await materialFor(compositor);
    const cases = Array.from({ length: CASES }, (_, place) => place)
      .map((place) => caseAt(SEED, place))
      .filter(({ script }) => script === 'English')
      .slice(0, IMAGES);
    const read: ReadBack[] = [];
    for (const one of cases) {
      read.push(await readBack(await composed(compositor, one, material)));
    }
    const words = read.reduce((sum, one) => sum + one.words, 0);
    const found = read.reduce((sum, one) => sum + one.found, 0);
    expect(words).toBeGreaterThan(IMAGES * 5);
    expect(found / words, read.flatMap(({ misread }) => misread).join('\n')).toBeGreaterThanOrEqual(ENOUGH);
  }, 180_000);
});
