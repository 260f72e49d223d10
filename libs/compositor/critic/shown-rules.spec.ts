import { describe, expect, it } from 'vitest';
import { DEFAULT_BRAND_KIT } from '../brand.js';
import type { Scene, SceneElement } from '../layout/types.js';
import { typefaceFor } from '../text/typeface.js';
import { judge } from './judge.js';
import { type ShownContent, shownFigures } from './shown-rules.js';

const { palette } = DEFAULT_BRAND_KIT;

const box = { x: 300, y: 50, width: 200, height: 200 };
const cutout = (ground: string): SceneElement => ({
  kind: 'product',
  index: 0,
  box,
  radius: 0,
  ground,
  form: 'cutout',
});
const priceText: SceneElement = {
  kind: 'text',
  role: 'price',
  block: {
    face: typefaceFor('€ 24', 'Inter', true, 'price'),
    size: 20,
    lines: [],
    leading: 20,
    ascent: 20,
    width: 60,
    height: 20,
  },
  place: { x: 30, y: 270, width: 60, align: 'left' },
  box: { x: 30, y: 250, width: 60, height: 20 },
  colour: palette.text,
  ground: palette.background,
};
const logo = (ground: string): SceneElement => ({ kind: 'logo', box: { ...box, x: 30, height: 40 }, ground });

const sceneOf = (elements: readonly SceneElement[]): Scene => ({
  family: 'by-hand',
  shape: 'wide',
  mirrored: false,
  width: 600,
  height: 300,
  density: 1,
  margin: 30,
  elements,
});

const content = (more: Partial<ShownContent['products'][number]> = {}): ShownContent => ({
  products: [{ luminance: 0.02, cutFromWhite: true, price: null, compareAtPrice: null, ...more }],
  logo: { luminance: 0.02 },
});

const figuresOf = (scene: Scene, of: ShownContent) =>
  Object.fromEntries(shownFigures(scene, of).map(({ name, value, holds }) => [name, { value, holds }]));

describe('the figures of what is seen', () => {
  it('find a dark product and a dark logo on a dark ground, and what may be left of a white one around it', () => {
    const dark = figuresOf(sceneOf([cutout('#14171a'), logo('#14171a')]), content());
    expect(dark).toMatchObject({
      productSeen: { holds: false },
      logoSeen: { holds: false },
      paleEdges: { value: 1, holds: false },
    });
    const light = figuresOf(sceneOf([cutout('#faf6f0'), logo('#faf6f0')]), content());
    expect(light).toMatchObject({
      productSeen: { value: 1.6, holds: true },
      logoSeen: { holds: true },
      paleEdges: { value: 0, holds: true },
    });
  });

  it('count prices that were given and are not shown, and are silent where none was given', () => {
    const scene = sceneOf([cutout('#faf6f0')]);
    expect(figuresOf(scene, content({ price: {} }))['pricesShown']).toEqual({ value: 0, holds: false });
    const withoutFormer = sceneOf([cutout('#faf6f0'), priceText]);
    const lowered = content({ price: {}, compareAtPrice: {} });
    expect(figuresOf(withoutFormer, lowered)['pricesShown']).toEqual({ value: 0.5, holds: false });
    expect(figuresOf(scene, content())).not.toHaveProperty('pricesShown');
  });

  it('lower the points of a scene and are among its figures', () => {
    const scene = sceneOf([cutout('#14171a')]);
    const seen = judge(scene, palette, shownFigures(scene, { products: [null], logo: null }));
    const unseen = judge(scene, palette, shownFigures(scene, content({ luminance: 0.008, price: {} })));
    expect(unseen.points).toBeCloseTo(seen.points - 6 - 4 - 9, 1);
    expect(unseen.figures.map(({ name }) => name)).toContain('productSeen');
  });
});
