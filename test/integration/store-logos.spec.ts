import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Compositor, DEFAULT_BRAND_KIT, proposePalette } from '#libs/compositor';
import { afterAll, describe, expect, it } from 'vitest';
import { ciede2000 } from '../factories/ciede2000.js';
import { STORE_LOGOS } from '../factories/store-logos.js';
import { hasPhotos, photosAt, withPhotos } from '../setup/samples.js';

const compositor = new Compositor({ threads: 1 });
afterAll(() => compositor.close());

async function read(bytes: Uint8Array) {
  const reading = await compositor.readLogo(bytes);
  if (!reading) throw new Error('nothing is visible');
  return reading;
}

describe('the difference of two colours', () => {
  // From the table of Sharma, Wu and Dalal, as near as 8-bit colours come.
  it.each([
    ['#ff0000', '#ff0000', 0],
    ['#ff0000', '#00ff00', 86.6],
    ['#0000ff', '#ffff00', 103.4],
    ['#ffffff', '#000000', 100],
    ['#777777', '#787878', 0.4],
  ])('of %s and %s is %f', (a, b, expected) => {
    expect(ciede2000(a, b)).toBeCloseTo(expected, 0);
  });
});

describe('the main colour of a drawn logo', () => {
  it('is the known one within ΔE 5 for at least nine of ten', async () => {
    const { palette: present } = DEFAULT_BRAND_KIT;
    const wrong: string[] = [];
    for (const { name, main, draw } of STORE_LOGOS) {
      const { colours } = await read(await draw());
      const { primary } = proposePalette({ given: {}, logo: colours, present }).palette;
      const apart = ciede2000(primary, main);
      if (apart > 5) wrong.push(`${name}: ${primary}, ${apart.toFixed(1)} apart`);
    }
    expect(wrong).toEqual([]);
  });
});

describe.skipIf(!hasPhotos)(withPhotos, () => {
  it.each([
    ['logo-dark.png', '#1f4e5f', ['trimmed', 'lightened']],
    ['logo-whitebox.png', '#111111', ['whiteBoxRemoved', 'trimmed', 'lightened']],
  ])('%s', async (file, main, changes) => {
    const reading = await read(readFileSync(join(photosAt, file)));
    expect(reading.changes).toEqual(changes);
    expect(ciede2000(reading.colours[0]?.colour ?? '', main)).toBeLessThan(2);
    expect(reading.dark).not.toBeNull();
  });
});
