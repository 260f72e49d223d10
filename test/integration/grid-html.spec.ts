import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Compositor, DEFAULT_BRAND_KIT, type GridProduct, gridParts, planGrid, renderGridHtml } from '#libs/compositor';
import { PRODUCT_IMAGES, productImage, productTitle } from '#libs/simulators';
import { EmailWindow } from '../../bench/gallery/emails/email-window.js';
import { hasChromium, WITHOUT_CHROMIUM } from '../../bench/support/chromium.js';
import { compileSource } from '../../src/email/templates/compile.js';

const compositor = new Compositor({ threads: 1 });
/** Widths of an email window: a desktop and two phones. */
const WIDTHS = [600, 375, 320];
/** What the mail program can load, by its address. */
const files = new Map<string, Buffer>();

interface Measured {
  /** Width of the whole document: more than that of the window means a horizontal scroll bar. */
  readonly scrollWidth: number;
  readonly boxes: readonly {
    readonly kind: 'image' | 'text' | 'link';
    readonly x: number;
    readonly y: number;
    readonly right: number;
    readonly bottom: number;
    readonly text: string;
  }[];
}

/** Runs in the page: reads the positions of all parts. */
const PROBE = `(() => {
  const boxes = (kind, selector) => [...document.querySelectorAll(selector)].map((element) => {
    const { x, y, right, bottom } = element.getBoundingClientRect();
    return { kind, x, y, right, bottom, text: element.textContent };
  });
  return {
    scrollWidth: document.documentElement.scrollWidth,
    boxes: [...boxes('image', 'img, td.f'), ...boxes('text', 'span.x, span.y'), ...boxes('link', 'a:not(.rk-home, .rk-foot a)')],
  };
})()`;

async function emailOf(
  count: number,
  change: (index: number) => Partial<GridProduct>,
  { family, without = [] }: { readonly family: string; readonly without?: readonly string[] },
): Promise<string> {
  const names = PRODUCT_IMAGES.slice(0, count);
  const images = await Promise.all(names.map(async (name) => productImage(name, 400)));
  const products = names.map((name, index): GridProduct => ({
    id: name,
    title: productTitle(name),
    price: '€ 24.90',
    url: 'https://shop.example/p',
    ...change(index),
  }));
  const { plan } = planGrid(products);
  const photographs = Object.fromEntries(names.map((name, index) => [name, images[index] ?? Buffer.alloc(0)]));
  for (const name of without) delete photographs[name];
  const brand = DEFAULT_BRAND_KIT;
  const { look, tiles } = await compositor.composeGrid(plan, products, {
    brand,
    format: 'jpeg',
    images: photographs,
    withTiles: true,
    family,
  });
  const imageUrls: Record<string, string> = {};
  for (const { productId, image } of tiles) {
    const url = `https://images.example/${family}/${productId}.jpg`;
    files.set(url, image.bytes);
    imageUrls[productId] = url;
  }
  return renderGridHtml(plan, products, { brand, look, imageUrls });
}

/** The grid between two texts of an email. */
async function inEmail(html: string): Promise<string> {
  const grid = {
    url: 'https://images.example/grid.jpg',
    width: 600,
    height: 600,
    altText: 'x',
    grid: gridParts(html),
  };
  const result = await compileSource({ subject: 'x', body: 'Hello.\n\n{{ grid }}\n\nGood bye.' }, { grid }, {});
  if ('errors' in result) throw new Error(JSON.stringify(result.errors));
  return result.compiled.html;
}
const PLACES = [
  ['alone', (html: string) => Promise.resolve(html)],
  ['in an email', inEmail],
] as const;

const LONG = `Donaudampfschifffahrtsgesellschaftskapitän ${'very long title '.repeat(8)}`;

interface Case {
  readonly name: string;
  readonly count: number;
  readonly family: string;
  readonly change?: (index: number) => Partial<GridProduct>;
}

const CASES: readonly Case[] = [
  { name: 'one product', count: 1, family: 'soft-tiles' },
  { name: 'four products', count: 4, family: 'magazine' },
  { name: 'five with former prices', count: 5, family: 'price-wall', change: () => ({ compareAtPrice: '€ 32.00' }) },
  {
    name: 'nine products with long titles',
    count: 9,
    family: 'colour-wall',
    change: (index) => (index % 2 ? { title: LONG } : {}),
  },
  {
    name: 'twelve products in two scripts',
    count: 12,
    family: 'stagger',
    change: (index) => (index % 3 ? {} : { title: 'كوب خزفي مصنوع يدويًا', price: '٢٤٫٩٠ €' }),
  },
];

describe.skipIf(!hasChromium)(`the HTML of a grid in Chromium (${WITHOUT_CHROMIUM})`, () => {
  let emailWindow: EmailWindow;
  beforeAll(async () => {
    emailWindow = await EmailWindow.open(files);
  });
  afterAll(() => emailWindow.close());

  it.each(PLACES.flatMap(([place, put]) => CASES.map((one) => ({ place, put, ...one }))))(
    'has no overlap and no overflow at 600, 375 and 320 px, $place: $name, $family',
    async (one) => {
      const { put, count, family, change = () => ({}) } = one;
      const html = await put(await emailOf(count, change, { family }));
      for (const width of WIDTHS) {
        await emailWindow.show(html, { width, dark: false, images: true });
        const { scrollWidth, boxes } = await emailWindow.evaluate<Measured>(PROBE);
        expect(scrollWidth).toBeLessThanOrEqual(width);
        const shown = boxes.filter(({ kind }) => kind !== 'link');
        expect(shown.filter(({ kind }) => kind === 'image')).toHaveLength(count);
        shown.forEach((box, index) => {
          expect(box.x).toBeGreaterThanOrEqual(0);
          expect(box.right).toBeLessThanOrEqual(width);
          const over = shown
            .slice(index + 1)
            .find(
              (other) =>
                box.x < other.right - 0.5 &&
                other.x < box.right - 0.5 &&
                box.y < other.bottom - 0.5 &&
                other.y < box.bottom - 0.5,
            );
          expect(over, `${box.text} at ${width}`).toBeUndefined();
        });
        for (const image of shown.filter(({ kind }) => kind === 'image')) {
          expect(image.right - image.x).toBeGreaterThanOrEqual(width === 600 ? 160 : 136);
        }
        for (const link of boxes.filter(({ kind, text }) => kind === 'link' && text !== 'Unsubscribe')) {
          expect(link.bottom - link.y).toBeGreaterThanOrEqual(43.5);
        }
        const order = shown.filter(({ kind }) => kind === 'text');
        order
          .slice(1)
          .forEach((box, index) =>
            expect(box.y >= (order[index]?.y ?? 0) - 60 || box.x > (order[index]?.x ?? 0)).toBe(true),
          );
      }
    },
  );

  it('shows the images, and the name in place of a missing one', async () => {
    const html = await emailOf(4, () => ({}), { family: 'soft-tiles', without: PRODUCT_IMAGES.slice(3, 4) });
    await emailWindow.show(html, { width: 600, dark: false, images: true });
    const { data, info } = await sharp(await emailWindow.screenshot())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info.width).toBe(600);
    const colours = new Set<string>();
    for (let at = 0; at < data.length; at += 3 * 97) {
      colours.add(`${(data[at] ?? 0) >> 4},${(data[at + 1] ?? 0) >> 4},${(data[at + 2] ?? 0) >> 4}`);
    }
    expect(colours.size).toBeGreaterThan(20);
  });
});
