import { describe, expect, it } from 'vitest';
import { DEFAULT_BRAND_KIT } from '../brand.js';
import { MIN_VARIANT_DISTANCE, perceptualDistance } from '../image/distance.js';
import { artAltText, artMatches, type ArtOptions, drawLocalArt, drawLocalVariants } from './local-art.js';
import { STYLES, styleFor } from './styles.js';
import { TONES } from '../types.js';

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

  it('has grain in photographic styles, unless a format needs even colours', () => {
    const colours = (texture: boolean): number => {
      const { data } = drawLocalArt({ ...OPTIONS, style: 'photographic', texture });
      return new Set(Array.from({ length: data.length / 4 }, (_, at) => data.readUInt32LE(at * 4))).size;
    };
    expect(colours(true)).toBeGreaterThan(colours(false));
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

describe('what is drawn', () => {
  it('describes the drawing, not what the prompt asked for', () => {
    expect(artAltText('a quiet lake at dawn, one red canoe')).toBe("Abstract pattern in the brand's colours.");
    expect(artAltText('Morning espresso')).toBe('A cup of coffee on a saucer, seen from above.');
    expect(artAltText('A red canoe on a quiet lake')).toBe('A still lake that mirrors its far shore.');
    expect(artAltText('  ')).toBe("Abstract pattern in the brand's colours.");
  });

  it('says what it has of the prompt', () => {
    expect(artMatches('Morning espresso')).toBe('subject');
    expect(artMatches('A red canoe on a quiet lake')).toBe('setting');
    expect(artMatches('Organic cotton baby clothes')).toBe('none');
    expect(artMatches(' ')).toBeNull();
  });

  it.each(TONES)('begins with the own background of a %s brand', (tone) => {
    const palette = { ...DEFAULT_BRAND_KIT.palette, background: '#f5f6ff' };
    for (const style of ['bold', 'flat']) {
      const { data } = drawLocalArt({ ...OPTIONS, prompt: 'unheard of', style, tone, palette });
      const corner = [...data.subarray(0, 3)].map((value, at) => Math.abs(value - ([0xf5, 0xf6, 0xff][at] ?? 0)));
      expect(Math.max(...corner), style).toBeLessThan(style === 'bold' ? 2 : 24);
    }
  });

  it('leaves no style without a pattern', () => {
    for (const style of STYLES) {
      for (const seed of [0, 1, 2, 3]) {
        const { data } = drawLocalArt({ ...OPTIONS, prompt: 'unheard of', style, seed });
        const colours = new Set(Array.from({ length: data.length / 4 }, (_, at) => data.readUInt32LE(at * 4)));
        expect(colours.size, `${style} ${seed}`).toBeGreaterThan(3);
      }
    }
  });
});
