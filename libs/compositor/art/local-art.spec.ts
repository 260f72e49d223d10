import { describe, expect, it } from 'vitest';
import { DEFAULT_BRAND_KIT } from '../brand.js';
import { MIN_VARIANT_DISTANCE, perceptualDistance } from '../image/distance.js';
import { artAltText, type ArtOptions, drawLocalArt, drawLocalVariants } from './local-art.js';
import { STYLES, styleFor } from './styles.js';

const OPTIONS: ArtOptions = {
  prompt: 'coffee',
  style: 'flat',
  palette: DEFAULT_BRAND_KIT.palette,
  width: 240,
  height: 120,
  seed: 0,
};

describe('drawLocalArt', () => {
  it('draws the same pixels for the same options', () => {
    expect(drawLocalArt(OPTIONS).data.equals(drawLocalArt(OPTIONS).data)).toBe(true);
  });

  it.each(STYLES)('draws %s differently from every other style', async (style) => {
    const own = drawLocalArt({ ...OPTIONS, style });
    for (const other of STYLES.filter((one) => one !== style)) {
      expect(own.data.equals(drawLocalArt({ ...OPTIONS, style: other }).data), other).toBe(false);
    }
    expect(await perceptualDistance(own, drawLocalArt({ ...OPTIONS, style, prompt: 'winter forest' }))).toBeGreaterThan(
      0.02,
    );
  });

  it.each([
    [64, 64],
    [4096, 64],
    [64, 1200],
    [1, 1],
  ])('draws %i x %i', (width, height) => {
    const { data } = drawLocalArt({ ...OPTIONS, style: 'vintage', width, height });
    expect(data).toHaveLength(width * height * 4);
    expect(data.every((value, at) => at % 4 !== 3 || value === 255)).toBe(true);
  });

  it('accepts any text as a style and treats the same text the same way', () => {
    expect(styleFor('Water colour, loose')).toBe('watercolor');
    expect(styleFor(' BOLD ')).toBe('bold');
    expect(styleFor('zxqv')).toBe(styleFor('zxqv'));
  });
});

describe('drawLocalVariants', () => {
  it.each(['flat', 'watercolor', 'line-art', 'vintage', 'minimal'])(
    'draws four variants that differ measurably (%s)',
    async (style) => {
      for (const prompt of ['summer sea', 'something unheard of']) {
        const variants = await drawLocalVariants({ ...OPTIONS, style, prompt }, 4);
        expect(variants).toHaveLength(4);
        for (const [index, one] of variants.entries()) {
          for (const other of variants.slice(index + 1)) {
            expect(await perceptualDistance(one, other)).toBeGreaterThanOrEqual(MIN_VARIANT_DISTANCE);
          }
        }
      }
    },
    30_000,
  );
});

describe('artAltText', () => {
  it('describes what is drawn, not what the prompt asked for', () => {
    expect(artAltText('a quiet lake at dawn, one red canoe')).toBe('Large rounded shapes that overlap.');
    expect(artAltText('Morning espresso in a fox-shaped cup')).toBe(
      'A cup of coffee on a table, with coffee beans beside it.',
    );
    expect(artAltText('  ')).toBe('Discs and rings.');
  });

  it('is the same for two prompts only if the same scene is drawn', () => {
    const subjects = [
      'cup',
      'gift',
      'rose',
      'lemon',
      'sea',
      'alps',
      'hill',
      'snow',
      'moon',
      'city',
      'vase',
      'bag',
      'xyz',
    ];
    expect(new Set(subjects.map(artAltText)).size).toBe(subjects.length);
    for (const text of subjects.map(artAltText)) expect(text.length).toBeLessThanOrEqual(125);
  });
});
