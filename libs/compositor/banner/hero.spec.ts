import { expect, it } from 'vitest';
import { STYLES } from '../art/styles.js';
import { DEFAULT_BRAND_KIT } from '../brand.js';
import { mostBytesOf } from '../image/limits.js';
import { composeHero } from './hero.js';

it.each(STYLES)('draws a hero in the style %s that keeps the limit of its bytes as a PNG', async (style) => {
  for (const prompt of ['A cup of coffee', 'Sunset over the hills', 'Organic cotton baby clothes']) {
    const spec = { prompt, style, width: 1200, height: 600, format: 'png', brand: DEFAULT_BRAND_KIT } as const;
    const [hero] = await composeHero(spec);
    expect(hero?.format).toBe('png');
    expect(hero?.bytes.length, prompt).toBeLessThanOrEqual(mostBytesOf(1200));
  }
});
