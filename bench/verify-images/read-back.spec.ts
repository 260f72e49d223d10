import { afterAll, describe, expect, it } from 'vitest';
import { Compositor, DEFAULT_BRAND_KIT } from '#libs/compositor';
import { caseAt, CASES } from './cases.js';
import { allRead, LEAST_READ, type ReadBack, readBack } from './read-back.js';
import { materialFor } from './material.js';
import { composed } from './verify.js';

/** `npm run images:verify` reads all of them. */
const IMAGES = 8;
const SEED = 3;
const READER: string = '@gutenye/ocr-node';
const canRead = await import(READER).then(
  () => true,
  () => false,
);

const title = canRead ? 'English images' : `English images, SKIPPED: ${READER} is not installed`;

describe.skipIf(!canRead)(title, () => {
  const compositor = new Compositor({ threads: 2 });
  afterAll(() => compositor.close());

  it('have nearly every word that was asked for, read back from the pixels', async () => {
    const material = await materialFor(compositor);
    const cases = Array.from({ length: CASES }, (_, place) => place)
      .map((place) => caseAt(SEED, place))
      .filter(({ script }) => script === 'English')
      .slice(0, IMAGES);
    const read: { read: ReadBack }[] = [];
    for (const one of cases) {
      const found = await readBack(compositor, await composed(compositor, one, material));
      if (found) read.push({ read: found });
    }
    const { words, found, misread } = allRead(read);
    expect(words).toBeGreaterThan(IMAGES * 5);
    expect(found / words, misread.join('\n')).toBeGreaterThanOrEqual(LEAST_READ);
  }, 180_000);

  it('show when a word is missing', async () => {
    const [one] = await compositor.composeBanners(
      { width: 600, height: 300, format: 'png', headline: 'Come back in', brand: DEFAULT_BRAND_KIT },
      {},
      1,
    );
    const overlays = (one?.overlays ?? []).map((overlay) => ({ ...overlay, text: 'Come home in' }));
    const read = await readBack(compositor, { bytes: one?.bytes ?? Buffer.alloc(0), overlays });
    expect(read).toMatchObject({ words: 3, found: 2, misread: [expect.stringMatching(/^home in: Come back in/)] });
  });
});
