import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_BRAND_KIT } from '../brand.js';
import { GRID_FAMILIES } from '../grid-families/index.js';
import { composeGrid } from '../grid-layout/compose.js';
import { planGrid } from './choose.js';
import { gridParts, renderGridHtml } from './html.js';
import type { GridPlan, GridProduct } from './types.js';

const HOSTILE = `<script>alert("x")</script> & 'quotes'`;
const catalogue = (count: number): GridProduct[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `p${index}`,
    title: index ? `Product ${index}` : HOSTILE,
    price: '€ 10',
    url: `https://shop.example/${index}?a=1&b=2`,
  }));

const urls = (products: readonly GridProduct[]) =>
  Object.fromEntries(products.map(({ id }) => [id, `https://cdn.example/${id}.jpg`]));
const brand = DEFAULT_BRAND_KIT;
let image: Buffer;
beforeAll(async () => {
  image = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#aa3344' } })
    .png()
    .toBuffer();
});

interface Wish {
  readonly family?: string;
  readonly imageUrls?: Readonly<Record<string, string>>;
  readonly plan?: GridPlan;
}

async function render(products: readonly GridProduct[], wish: Wish = {}): Promise<string> {
  const { family, imageUrls = urls(products), plan = planGrid(products).plan } = wish;
  const images = Object.fromEntries(Object.keys(imageUrls).map((id) => [id, image]));
  const options = { brand, format: 'png' as const, images };
  const { look } = await composeGrid(plan, products, { ...options, ...(family === undefined ? {} : { family }) });
  return renderGridHtml(plan, products, { brand, look, imageUrls });
}

describe('renderGridHtml', () => {
  it('shows every name and price as text and repeats them in the alt text', async () => {
    const html = await render(catalogue(12));
    for (let index = 1; index < 12; index += 1) expect(html).toContain(`alt="Product ${index}, € 10"`);
    expect(html.match(/>€ 10</gu)).toHaveLength(12);
    expect(Buffer.byteLength(html)).toBeLessThan(30_000);
  });

  it('escapes the texts of products', async () => {
    const html = await render(catalogue(3));
    expect(html).not.toContain('<script>');
    expect(html).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;quotes&#39;');
  });

  it('links only to http and https addresses', async () => {
    const products = catalogue(1).map((product) => ({ ...product, url: 'javascript:alert(1)' }));
    const html = await render(products, { imageUrls: { p0: 'data:text/html,x' } });
    expect(html).not.toContain('javascript:');
    expect(html).not.toContain('data:text');
    expect(html).not.toContain('<a ');
  });

  it('refuses to exceed the length that email clients show', async () => {
    const products = catalogue(12).map((product) => ({ ...product, url: `https://shop.example/${'x'.repeat(5000)}` }));
    await expect(render(products)).rejects.toMatchObject({ code: 'text_does_not_fit', place: 'html' });
  });

  it('gives the same bytes for the same input', async () => {
    expect(await render(catalogue(5))).toBe(await render(catalogue(5)));
  });

  it('strikes a former price through', async () => {
    const products = catalogue(2).map((product) => ({ ...product, compareAtPrice: '€ 15' }));
    expect((await render(products)).match(/text-decoration:line-through">€ 15</gu)).toHaveLength(2);
  });

  it('has the name of a product on its tile where there is no image, and once only', async () => {
    const html = await render(catalogue(3), { imageUrls: { p0: 'https://cdn.example/p0.jpg' } });
    expect(html.match(/>Product 1</gu)).toHaveLength(1);
    expect(html.match(/<td class="f"/gu)).toHaveLength(2);
  });

  it.each(GRID_FAMILIES.map(({ name }) => name))(
    'has the rows and the ground of the drawn grid: %s',
    async (family) => {
      const products = catalogue(6).map((product) => ({ ...product, compareAtPrice: '€ 15' }));
      const plan = planGrid(products).plan;
      const options = { brand, format: 'png' as const, images: {}, family };
      const { look, family: served } = await composeGrid(plan, products, options);
      const html = renderGridHtml(plan, products, { brand, look, imageUrls: {} });
      expect(served === family || family === 'open-shelf').toBe(true);
      expect(look.rows.map(({ cells }) => cells.map(({ productId }) => productId))).toEqual(
        plan.rows.map(({ cells }) => cells.map(({ productId }) => productId)),
      );
      expect(html.match(/<table [^>]*class="t"/gu)).toHaveLength(plan.rows.length);
      expect(gridParts(html).table).toContain(`background-color:${look.ground}`);
      const order = plan.rows.flatMap(({ cells }) =>
        cells.map(({ productId }) => html.indexOf(`>Product ${productId.slice(1)}<`)),
      );
      expect(order.filter((at) => at >= 0)).toEqual(order.filter((at) => at >= 0).toSorted((a, b) => a - b));
    },
  );
});
