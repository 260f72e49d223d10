import { describe, expect, it } from 'vitest';
import { DEFAULT_BRAND_KIT } from '../brand.js';
import type { ProductElement, Scene, SceneCell, SceneElement, TextElement } from '../layout/types.js';
import { typefaceFor } from '../text/typeface.js';
import type { Box } from '../types.js';
import { judge } from './judge.js';

const { palette } = DEFAULT_BRAND_KIT;
const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });

function text(role: 'title' | 'price', index: number, at: Box, size = 28): TextElement {
  const face = typefaceFor(role, 'Inter', role === 'price', role);
  const block = { face, size, lines: [], leading: size, ascent: at.height, width: at.width, height: at.height };
  const place = { x: at.x, y: at.y + at.height, width: at.width, align: 'left' } as const;
  return { kind: 'text', role, index, block, place, box: at, colour: palette.text, ground: palette.background };
}

const product = (index: number, at: Box, more: Partial<ProductElement> = {}): ProductElement => ({
  kind: 'product',
  index,
  box: at,
  radius: 0,
  ground: palette.secondary,
  form: 'cutout',
  ...more,
});

const cell = (index: number, row: number, x: number, y: number): SceneCell => ({
  index,
  row,
  box: box(x, y, 540, 660),
  image: box(x, y, 540, 540),
});

const CELLS = [cell(0, 0, 50, 50), cell(1, 0, 610, 50), cell(2, 1, 50, 760), cell(3, 1, 610, 760)];

const elementsOf = ({ index, image }: SceneCell): SceneElement[] => [
  { kind: 'panel', box: image, colour: palette.secondary, radius: 0 },
  product(index, box(image.x + 50, image.y + 50, 440, 440)),
  text('title', index, box(image.x, image.y + 570, 300, 26)),
  text('price', index, box(image.x, image.y + 620, 160, 26)),
];

const GROUND: SceneElement = { kind: 'panel', box: box(0, 0, 1200, 1480), colour: palette.background, radius: 0 };

const sceneOf = (cells: readonly SceneCell[], elements = [GROUND, ...cells.flatMap(elementsOf)]): Scene => ({
  family: 'by-hand',
  shape: 'portrait',
  mirrored: false,
  width: 1200,
  height: 1480,
  density: 2,
  margin: 50,
  elements,
  cells,
});

/** The good grid with each element changed or left as it is. */
const changed = (change: (element: SceneElement) => SceneElement): Scene => {
  const { elements } = sceneOf(CELLS);
  return sceneOf(CELLS, elements.map(change));
};
const broken = (scene: Scene): string[] => judge(scene, palette).violations.map(({ name }) => name);
const figure = (scene: Scene, name: string) => judge(scene, palette).figures.find((one) => one.name === name);
const isText = (element: SceneElement, role: string, index: number): element is TextElement =>
  element.kind === 'text' && element.role === role && element.index === index;
const moved = (cells: readonly SceneCell[], at: number, more: Partial<SceneCell>): SceneCell[] =>
  cells.map((one, index) => (index === at ? { ...one, ...more } : one));

describe('the rules of grids', () => {
  it('find no fault in a good grid, and are silent about banners', () => {
    const { violations, score } = judge(sceneOf(CELLS), palette);
    expect(violations).toEqual([]);
    expect(score).toBeGreaterThan(60);
    const { cells: _, ...banner } = sceneOf(CELLS);
    const names = judge(banner, palette).figures.map(({ name }) => name);
    for (const name of ['cellShare', 'baseLines', 'evenGaps', 'cellsOverlap', 'wordShare']) {
      expect(names).not.toContain(name);
    }
  });

  it.each<[rule: string, Scene]>([
    [
      'cellShare',
      changed((one) => (one.kind === 'product' && one.index === 2 ? product(2, box(200, 900, 300, 300)) : one)),
    ],
    ['baseLines', changed((one) => (isText(one, 'price', 1) ? text('price', 1, box(610, 676, 160, 26)) : one))],
    ['baseLines', changed((one) => (isText(one, 'title', 0) ? text('title', 0, box(50, 615, 300, 26)) : one))],
    ['evenGaps', sceneOf(moved(CELLS, 1, { box: box(616, 50, 540, 660) }))],
    ['cellsOverlap', sceneOf(moved(CELLS, 2, { box: box(50, 700, 540, 660) }))],
    ['titleScale', changed((one) => (isText(one, 'title', 3) ? text('title', 3, one.box, 32) : one))],
    [
      'whiteBoxes',
      changed((one) =>
        one.kind === 'product'
          ? { ...one, ground: '#ffffff' }
          : one.kind === 'panel'
            ? { ...one, colour: palette.primary }
            : one,
      ),
    ],
    ['margin', changed((one) => (isText(one, 'price', 2) ? text('price', 2, box(20, 1380, 160, 26)) : one))],
    ['gap', changed((one) => (isText(one, 'title', 0) ? text('title', 0, box(50, 545, 300, 26)) : one))],
  ])('hold %s as a hard rule', (rule, scene) => {
    expect(broken(scene)).toContain(rule);
    expect(judge(scene, palette).score).toBe(0);
  });

  it('let the name of a product without an image be large and anywhere on its tile', () => {
    const named = sceneOf(
      CELLS,
      sceneOf(CELLS)
        .elements.filter((one) => !(one.kind === 'product' && one.index === 1))
        .map((one) => (isText(one, 'title', 1) ? text('title', 1, box(680, 280, 400, 60), 70) : one)),
    );
    expect(broken(named)).toEqual([]);
  });

  it.each<[name: string, worse: Scene]>([
    ['wordShare', changed((one) => (isText(one, 'title', 0) ? { ...one, box: box(50, 620, 500, 26) } : one))],
    [
      'subjectLost',
      changed((one) =>
        one.kind === 'product' ? { ...one, form: 'scene', box: CELLS[one.index]?.image ?? one.box, lost: 0.5 } : one,
      ),
    ],
    [
      'productShare',
      changed((one) =>
        one.kind === 'product' ? product(one.index, box(one.box.x + 30, one.box.y + 30, 380, 380)) : one,
      ),
    ],
  ])('prefer a grid with a better %s', (name, worse) => {
    expect(figure(worse, name)).toBeDefined();
    expect(figure(worse, name)?.value).not.toBe(figure(sceneOf(CELLS), name)?.value);
  });
});
