import { describe, expect, it } from 'vitest';
import { DEFAULT_BRAND_KIT } from '../brand.js';
import { judge } from '../critic/judge.js';
import { prepareGrid } from '../grid-layout/content.js';
import type { CellContent, GridContent } from '../grid-layout/content.js';
import { layOutGrid } from '../grid-layout/lay-out.js';
import { planGrid } from '../grid/choose.js';
import type { GridPlan, GridProduct } from '../grid/types.js';
import type { ProductImage } from '../product/types.js';
import { GRID_FAMILIES } from './index.js';

const { palette } = DEFAULT_BRAND_KIT;

const catalogue = (count: number, title = 'Enamel mug'): GridProduct[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `p${index}`,
    title: index % 3 === 1 ? `${title} with a longer name` : title,
    price: '€ 24.90',
    ...(index % 3 === 0 ? { compareAtPrice: '€ 32.00' } : {}),
  }));

/** A cut-out or a photograph of these proportions. */
function imageOf(index: number, form: ProductImage['form']): ProductImage {
  const width = 300;
  const height = [300, 420, 200, 700][index % 4] ?? 300;
  const pixels = { width, height, data: Buffer.alloc(width * height * 4, 200) };
  const subject = { x: 0, y: 0, width, height };
  return { form, source: 'none', confidence: 1, pixels, subject, faces: [], ground: null };
}

/** The content of a plan. `bare` products have no image. */
async function contentFor(
  plan: GridPlan,
  products: readonly GridProduct[],
  { width = 600, form = 'cutout', bare = false }: { width?: number; form?: ProductImage['form']; bare?: boolean } = {},
): Promise<GridContent> {
  const content = await prepareGrid(plan, products, { width, brand: DEFAULT_BRAND_KIT, images: {} });
  const shown = (cell: CellContent): CellContent => ({ ...cell, image: imageOf(cell.index, form), luminance: 0.2 });
  return {
    ...content,
    rows: content.rows.map((row) => row.map((cell) => (bare && cell.index % 2 ? cell : shown(cell)))),
  };
}

/** Numbers of products and widths that give rows of every shape. */
const SHELVES = [
  { count: 1, width: 600 },
  { count: 3, width: 600 },
  { count: 4, width: 375 },
  { count: 6, width: 320 },
  { count: 8, width: 800 },
] as const;

const CASES = GRID_FAMILIES.flatMap((family) =>
  SHELVES.filter(({ count }) => count >= family.takes.products[0] && count <= family.takes.products[1]).map(
    (shelf) => ({
      ...shelf,
      family,
      name: family.name,
    }),
  ),
);

describe('the families of grids', () => {
  it('are at least eight and have names of their own', () => {
    expect(new Set(GRID_FAMILIES.map(({ name }) => name)).size).toBe(GRID_FAMILIES.length);
    expect(GRID_FAMILIES.length).toBeGreaterThanOrEqual(8);
  });

  it.each(CASES)('keep the hard rules: $name, $count products, $width px', async ({ family, count, width }) => {
    const products = catalogue(count);
    const { plan } = planGrid(products, { width });
    const forms = family.takes.scenes === 'never' ? (['cutout'] as const) : (['cutout', 'scene'] as const);
    for (const form of forms) {
      const content = await contentFor(plan, products, { width, form });
      for (const ground of family.grounds) {
        const { scene } = layOutGrid(content, { family, ground, palette });
        expect(judge(scene, palette).violations, `${form} on ${ground}`).toEqual([]);
      }
    }
  });

  it.each(GRID_FAMILIES)('have names on the tiles of products without images: $name', async (family) => {
    const products = catalogue(5);
    const { plan } = planGrid(products);
    const content = await contentFor(plan, products, { bare: true });
    const { scene } = layOutGrid(content, { family, ground: family.grounds[0] ?? 'background', palette });
    expect(judge(scene, palette).violations).toEqual([]);
    const names = scene.elements.filter((element) => element.kind === 'text' && element.role === 'title');
    expect(names).toHaveLength(5);
  });

  it.each(GRID_FAMILIES)('follow the rows and spans of any plan: $name', async (family) => {
    const products = catalogue(6);
    const cell = (id: number, span: 2 | 4 | 6, emphasis: 'hero' | 'normal' = 'normal') =>
      ({ productId: `p${id}`, span, emphasis, crop: span > 2 ? 'wide' : 'square' }) as const;
    const plan: GridPlan = {
      version: 1,
      rows: [
        { cells: [cell(2, 4, 'hero'), cell(0, 2)], mobile: 'stack' },
        { cells: [cell(1, 2), cell(3, 2), cell(4, 2)], mobile: 'pair' },
        { cells: [cell(5, 6)], mobile: 'stack' },
      ],
      rationale: '',
    };
    const content = await contentFor(plan, products);
    const { scene, look } = layOutGrid(content, { family, ground: family.grounds[0] ?? 'background', palette });
    expect(judge(scene, palette).violations).toEqual([]);
    expect(look.rows.map(({ cells }) => cells.map(({ productId }) => productId))).toEqual([
      ['p2', 'p0'],
      ['p1', 'p3', 'p4'],
      ['p5'],
    ]);
    const [first, second] = scene.cells ?? [];
    expect((first?.image.width ?? 0) / (second?.image.width ?? 1)).toBeGreaterThan(1.9);
    expect(look.rows[2]?.beside).not.toBeNull();
  });

  it('put words beside an image on the left where they run from right to left', async () => {
    const products = catalogue(1, 'كوب خزفي');
    const family = GRID_FAMILIES.find(({ shapes }) => shapes.wide.words === 'beside');
    if (!family) throw new Error('no such family');
    const { plan } = planGrid(products);
    const lay = async (given: readonly GridProduct[]) =>
      layOutGrid(await contentFor(plan, given), { family, ground: 'background', palette }).look.rows[0]?.beside;
    expect(await lay(products)).toBe('left');
    expect(await lay(catalogue(1))).toBe('right');
  });
});
