import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { DEFAULT_BRAND_KIT } from '../brand.js';
import { planGrid } from './choose.js';
import { cutCellImage } from './cut.js';
import { cellImageSizes } from './cell-image-sizes.js';
import { renderGridHtml } from './html.js';
import { renderGridImage } from './image.js';
import type { GridProduct } from './types.js';

const HOSTILE = `<script>alert("x")</script> & 'quotes'`;
const catalogue = (count: number): GridProduct[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `p${index}`,
    title: index ? `Product ${index}` : HOSTILE,
    price: '€ 10',
    url: `https://shop.example/${index}?a=1&b=2`,
    image: { width: 800, height: 800 },
  }));

const urls = (products: readonly GridProduct[]) =>
  Object.fromEntries(products.map(({ id }) => [id, `https://cdn.example/${id}.jpg`]));
const render = (products: GridProduct[], imageUrls = urls(products)) =>
  renderGridHtml(planGrid(products).plan, products, { brand: DEFAULT_BRAND_KIT, imageUrls });

describe('renderGridHtml', () => {
  it('shows every name and price as text and repeats them in the alt text', () => {
    const html = render(catalogue(12));
    for (let index = 1; index < 12; index += 1) expect(html).toContain(`alt="Product ${index}, € 10"`);
    expect(html.match(/>€ 10</gu)).toHaveLength(12);
    expect(Buffer.byteLength(html)).toBeLessThan(30_000);
  });

  it('escapes the texts of products', () => {
    const html = render(catalogue(3));
    expect(html).not.toContain('<script>');
    expect(html).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;quotes&#39;');
  });

  it('links only to http and https addresses', () => {
    const [product] = catalogue(1);
    if (!product) throw new Error('no product');
    const html = renderGridHtml(planGrid([product]).plan, [{ ...product, url: 'javascript:alert(1)' }], {
      brand: DEFAULT_BRAND_KIT,
      imageUrls: { p0: 'data:text/html,x' },
    });
    expect(html).not.toContain('javascript:');
    expect(html).not.toContain('data:text');
    expect(html).not.toContain('<a ');
  });

  it('refuses to exceed the length that email clients show', () => {
    const products = catalogue(12).map((product) => ({ ...product, url: `https://shop.example/${'x'.repeat(5000)}` }));
    expect(() => render(products)).toThrow(expect.objectContaining({ code: 'text_does_not_fit', place: 'html' }));
  });

  it('gives the same bytes for the same input', () => expect(render(catalogue(5))).toBe(render(catalogue(5))));
});

describe('images of a grid', () => {
  const tall = async () => {
    const subject = await sharp({ create: { width: 120, height: 760, channels: 3, background: '#c01818' } })
      .png()
      .toBuffer();
    return sharp({ create: { width: 800, height: 800, channels: 3, background: '#e0e4e8' } })
      .composite([{ input: subject, left: 340, top: 20 }])
      .png()
      .toBuffer();
  };

  it('show a subject whole if a crop would cut it, on a field of its own ground', async () => {
    const { bytes, width, height } = await cutCellImage(await tall(), { width: 300, height: 150 });
    expect([width, height]).toEqual([600, 300]);
    const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const red = (x: number, y: number) => (data[(y * 600 + x) * 3 + 1] ?? 255) < 90;
    expect([red(300, 12), red(300, 288), red(300, 3)]).toEqual([true, true, false]);
    expect(Math.abs((data[0] ?? 0) - 0xe0)).toBeLessThan(4);
  });

  it('fill their cells with the photograph of a scene, without bars', async () => {
    const data = Buffer.from(Array.from({ length: 8 * 8 * 3 }, (_, index) => (index * 73) % 190));
    const scene = await sharp(data, { raw: { width: 8, height: 8, channels: 3 } })
      .resize(400, 400, { kernel: 'cubic' })
      .png()
      .toBuffer();
    const { bytes } = await cutCellImage(scene, { width: 300, height: 100 });
    const { data: pixels, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    for (const x of [0, 20, info.width - 21, info.width - 1]) {
      const column = Array.from({ length: info.height }, (_, y) => pixels[(y * info.width + x) * 3] ?? 255);
      expect(Math.min(...column), `column ${x}`).toBeLessThan(230);
    }
  });

  it('have prices on one base line, whatever letters the titles have', async () => {
    const products = ['Ace', 'Jug, grey', 'A name that takes two lines or three'].map((title, index) => ({
      id: `p${index}`,
      title,
      price: '€ 9.50',
    }));
    const plan = {
      version: 1,
      rows: [
        {
          cells: products.map(({ id }) => ({ productId: id, span: 2, emphasis: 'normal', crop: 'square' }) as const),
          mobile: 'pair',
        },
      ],
      rationale: '',
    } as const;
    const { overlays } = await renderGridImage(plan, products, { brand: DEFAULT_BRAND_KIT, format: 'png', images: {} });
    const tops = overlays.filter(({ role }) => role === 'price').map(({ box }) => box.y);
    expect(tops).toHaveLength(3);
    expect(new Set(tops).size).toBe(1);
  });

  it('have larger type where they are shown smaller', async () => {
    const products = [{ id: 'a', title: 'Linen apron', price: '€ 9.50' }];
    const { plan } = planGrid(products, {});
    const options = { width: 600, brand: DEFAULT_BRAND_KIT, format: 'png', images: {} } as const;
    const sizes = async (shownWidth?: number) => {
      const { overlays } = await renderGridImage(plan, products, {
        ...options,
        ...(shownWidth === undefined ? {} : { shownWidth }),
      });
      return overlays.map(({ fontSize }) => fontSize);
    };
    expect(await sizes(600)).toEqual(await sizes());
    expect(await sizes(400)).toEqual((await sizes()).map((size) => size * 1.5));
  });

  it('have a field without a letter where a product has no image', async () => {
    const brand = { ...DEFAULT_BRAND_KIT, fonts: { heading: 'Playfair Display', body: 'Inter' } } as const;
    const fieldOfTitle = async (title: string) => {
      const products = [{ id: 'a', title, price: '€ 9.50' }];
      const { plan } = planGrid(products, {});
      const { bytes, products: placed } = await renderGridImage(plan, products, { brand, format: 'png', images: {} });
      const { x = 0, y = 0, width = 0, height = 0 } = placed[0]?.box ?? {};
      const pixels = await sharp(bytes).extract({ left: x, top: y, width, height }).raw().toBuffer();
      const html = renderGridHtml(plan, products, { brand, imageUrls: {} });
      return { pixels, field: /<span aria-hidden[^>]*>([^<]*)</.exec(html)?.[1] };
    };
    const [first, second] = [await fieldOfTitle('Alpha'), await fieldOfTitle('Omega')];
    expect(first.pixels.equals(second.pixels)).toBe(true);
    expect(first.field).toBe('&nbsp;');
  });

  it('have the sizes of their cells', () => {
    const products = catalogue(3);
    const { plan } = planGrid(products);
    expect(cellImageSizes(plan, products).map(({ width, height }) => `${width}x${height}`)).toEqual([
      '560x373',
      '272x272',
      '272x272',
    ]);
  });

  it('are drawn with their texts as one image of twice the density', async () => {
    const products = catalogue(4);
    const { plan } = planGrid(products);
    const image = await renderGridImage(plan, products, {
      brand: DEFAULT_BRAND_KIT,
      format: 'png',
      images: { p1: await tall() },
    });
    expect(image.width).toBe(1200);
    expect(image.overlays.filter(({ role }) => role === 'price')).toHaveLength(4);
    expect(Math.min(...image.overlays.map(({ contrast }) => contrast))).toBeGreaterThan(4.5);
    expect(image.altText).toContain(`${HOSTILE}, € 10; Product 1, € 10`);
    await expect(
      renderGridImage(plan, products, {
        brand: DEFAULT_BRAND_KIT,
        format: 'png',
        images: { p2: Buffer.from('<svg/>') },
      }),
    ).rejects.toMatchObject({ code: 'image_type_not_allowed', place: 'products/2' });
  });

  it('are at most 400 kB if the format is left to the pixels, however much there is to see', async () => {
    const products = catalogue(4);
    const { plan } = planGrid(products);
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
    const photo = await sharp({ create: { width: 800, height: 800, channels: 3, background: '#888', noise } })
      .jpeg()
      .toBuffer();
    const images = Object.fromEntries(products.map(({ id }) => [id, photo]));
    const image = await renderGridImage(plan, products, { brand: DEFAULT_BRAND_KIT, format: 'auto', images });
    expect(image.format).toBe('jpeg');
    expect(image.bytes.length).toBeLessThanOrEqual(400_000);
    expect(image.bytes.length).toBeGreaterThan(200_000);
  });
});
