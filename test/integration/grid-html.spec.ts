import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { Compositor, DEFAULT_BRAND_KIT, type GridProduct, gridParts, planGrid, renderGridHtml } from '#libs/compositor';
import { PRODUCT_IMAGES, productImage, productTitle } from '#libs/simulators';
import { compileSource } from '../../src/email/templates/compile.js';

const compositor = new Compositor({ threads: 1 });
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);
/** Widths of an email window: a desktop and two phones. */
const WIDTHS = [600, 375, 320];

interface Measured {
  readonly width: number;
  /** Width of the whole document: more than `width` means a horizontal scroll bar. */
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

/** Runs in the page: shows the email in a frame of each width and reads the positions of all parts. */
const PROBE = `
addEventListener('load', () => {
  const found = [...document.querySelectorAll('iframe')].map((frame) => {
    const inside = frame.contentDocument;
    const box = (kind) => (element) => { const r = element.getBoundingClientRect(); return { kind, x: r.x, y: r.y, right: r.right, bottom: r.bottom, text: element.textContent }; };
    return { width: frame.clientWidth, scrollWidth: inside.documentElement.scrollWidth, boxes: [...[...inside.querySelectorAll('img, td.f')].map(box('image')), ...[...inside.querySelectorAll('span.x, span.y')].map(box('text')), ...[...inside.querySelectorAll('a:not(.rk-home, .rk-foot a)')].map(box('link'))] };
  });
  document.body.innerHTML = '<pre id="found">' + btoa(unescape(encodeURIComponent(JSON.stringify(found)))) + '</pre>';
});`;

async function chromium(folder: string, words: readonly string[]): Promise<string> {
  const always = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--hide-scrollbars',
    '--allow-file-access-from-files',
    `--user-data-dir=${folder}/profile`,
  ];
  const child = spawn(CHROMIUM ?? '', [...always, ...words], { stdio: ['ignore', 'pipe', 'ignore'] });
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

async function emailOf(
  count: number,
  change: (index: number) => Partial<GridProduct>,
  folder: string,
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
  const files = Object.fromEntries(names.map((name, index) => [name, images[index] ?? Buffer.alloc(0)]));
  for (const name of without) delete files[name];
  const brand = DEFAULT_BRAND_KIT;
  const { look, tiles } = await compositor.composeGrid(plan, products, {
    brand,
    format: 'jpeg',
    images: files,
    withTiles: true,
    family,
  });
  const imageUrls: Record<string, string> = {};
  for (const { productId, image } of tiles) {
    await writeFile(join(folder, `${productId}.jpg`), image.bytes);
    imageUrls[productId] = `https://images.invalid/${productId}.jpg`;
  }
  // The renderer accepts http(s) addresses only, but a test without a network has to read files.
  return renderGridHtml(plan, products, { brand, look, imageUrls }).replaceAll('https://images.invalid/', '');
}

/** The grid between two texts of an email. */
async function inEmail(html: string): Promise<string> {
  const grid = {
    url: 'https://images.invalid/grid.jpg',
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

async function measure(html: string, folder: string): Promise<Measured[]> {
  await writeFile(join(folder, 'email.html'), html);
  const frames = WIDTHS.map(
    (width) => `<iframe src="email.html" style="border:0;width:${width}px;height:3000px"></iframe>`,
  );
  await writeFile(
    join(folder, 'page.html'),
    `<!doctype html><meta charset="utf-8"><body>${frames.join('')}<script>${PROBE}</script>`,
  );
  const dom = await chromium(folder, [
    '--virtual-time-budget=4000',
    '--dump-dom',
    `file://${join(folder, 'page.html')}`,
  ]);
  const found = /<pre id="found">([^<]+)</u.exec(dom)?.[1];
  if (!found) throw new Error('Chromium measured nothing.');
  return JSON.parse(Buffer.from(found, 'base64').toString('utf8')) as Measured[];
}

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

describe.skipIf(!CHROMIUM)('the HTML of a grid in Chromium (skipped where Chromium is not installed)', () => {
  it.each(PLACES.flatMap(([place, put]) => CASES.map((one) => ({ place, put, ...one }))))(
    'has no overlap and no overflow at 600, 375 and 320 px, $place: $name, $family',
    async (one) => {
      const { put, count, family, change = () => ({}) } = one;
      const folder = await mkdtemp(join(tmpdir(), 'rekindle-grid-'));
      try {
        const measured = await measure(await put(await emailOf(count, change, folder, { family })), folder);
        expect(measured.map(({ width }) => width)).toEqual(WIDTHS);
        for (const { width, scrollWidth, boxes } of measured) {
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
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  );

  it('shows the images, and the name in place of a missing one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rekindle-grid-'));
    try {
      await writeFile(
        join(folder, 'email.html'),
        await emailOf(4, () => ({}), folder, { family: 'soft-tiles', without: PRODUCT_IMAGES.slice(3, 4) }),
      );
      const shot = join(folder, 'shot.png');
      await chromium(folder, [
        '--window-size=600,1400',
        `--screenshot=${shot}`,
        `file://${join(folder, 'email.html')}`,
      ]);
      const { data, info } = await sharp(shot).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      expect(info.width).toBe(600);
      const colours = new Set<string>();
      for (let at = 0; at < data.length; at += 3 * 97) {
        colours.add(`${(data[at] ?? 0) >> 4},${(data[at + 1] ?? 0) >> 4},${(data[at + 2] ?? 0) >> 4}`);
      }
      expect(colours.size).toBeGreaterThan(20);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
