import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import sharp from 'sharp';
import type { Compositor } from '#libs/compositor';
import { portrait, PRODUCT_IMAGES, productImage, stillLife } from '#libs/simulators';

/** Files that every case draws from. */
export interface Material {
  /** Products on a plain ground, which are cut out. */
  readonly products: readonly Uint8Array[];
  /** Products that can't be cut out with confidence: in a setting, in a studio, beside a face. */
  readonly photographs: readonly Uint8Array[];
  /** Behind words: without a face, and with one. */
  readonly backgrounds: readonly Uint8Array[];
  readonly logos: readonly Uint8Array[];
}

const SIZE = 400;
const PALETTE = {
  primary: '#1f4e5f',
  secondary: '#e8b07a',
  accent: '#d9553f',
  background: '#faf6f0',
  text: '#1d2327',
};

/** `folder` has further photographs of products, as JPEG files. */
export async function materialFor(compositor: Compositor, folder?: string): Promise<Material> {
  const size = { width: 1536, height: 1024, seed: 0 };
  const drawn = await compositor.drawLocalArt({ prompt: 'coffee', style: 'photographic', palette: PALETTE, ...size });
  return {
    products: await Promise.all(PRODUCT_IMAGES.map(async (name) => productImage(name, SIZE))),
    photographs: [...(await drawnPhotographs()), ...(folder === undefined ? [] : await photographsIn(folder))],
    backgrounds: [
      (await compositor.encodeImage(drawn, 'jpeg')).bytes,
      await portrait(1536, 1024, { x: 0.68, y: 0.42, height: 0.3 }),
    ],
    logos: await Promise.all([
      wordmark('none', '#1d2327'),
      wordmark('#ffffff', '#1d2327'),
      wordmark('none', '#fafafa'),
    ]),
  };
}

const drawnPhotographs = (): Promise<Uint8Array[]> => {
  const mug = { name: 'mug', x: 0.5, foot: 0.86, size: 0.8 } as const;
  const table = { wall: '#c9b8a3', table: '#8a5a3c', light: '#fff3dc', things: [mug] };
  const studio = { wall: '#9c9c98', table: '#a3a39f', light: '#d4d4d0', things: [{ ...mug, name: 'bottle' as const }] };
  return Promise.all([
    stillLife(table, SIZE * 1.5, SIZE),
    stillLife(studio, SIZE, SIZE),
    portrait(SIZE, SIZE * 1.5, { x: 0.5, y: 0.3, height: 0.28 }),
  ]);
};

async function photographsIn(folder: string): Promise<Uint8Array[]> {
  const names = (await readdir(folder)).filter((name) => extname(name) === '.jpg').toSorted();
  if (names.length === 0) throw new Error(`${folder} has no file that ends in .jpg`);
  return Promise.all(names.map((name) => readFile(join(folder, name))));
}

function wordmark(ground: string, ink: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="120"><rect width="480" height="120" fill="${ground}"/>
<circle cx="60" cy="60" r="40" fill="${ink}"/><path d="M130 90v-60l50 60v-60M220 30h60M250 30v60M320 90v-60h40" stroke="${ink}"
stroke-width="14" fill="none"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

const at = <T>(list: readonly T[], place: number): T | undefined => list[place % list.length];

/** One of nine is a photograph that is not cut out. */
export const imageAt = (number: number, index: number, { products, photographs }: Material): Uint8Array | undefined =>
  (number + index * 2) % 9 === 4 ? at(photographs, Math.floor(number / 9) + index) : at(products, number + index);

export const backgroundAt = (number: number, { backgrounds }: Material): Uint8Array =>
  at(backgrounds, number) ?? Buffer.alloc(0);

/** One of three brands has a logo. */
export const logoAt = (number: number, { logos }: Material): Uint8Array | null =>
  number % 3 === 0 ? (at(logos, Math.floor(number / 3)) ?? null) : null;
