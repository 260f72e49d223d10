import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Compositor } from '#libs/compositor';
import { productImage, type StillLife, stillLife } from '#libs/simulators';
import { BRANDS, FILES } from './brands.js';
import { LOCAL_FONT } from './email-window.js';
import { fellLogo, FONTS, juniperLogo } from './logos.js';
import { imageUrlOf } from './shelf.js';

const SCENES = {
  morning: {
    wall: '#d9c4a8',
    table: '#8a5a3c',
    light: '#fff3da',
    things: [
      { name: 'lamp', x: 0.2, foot: 0.8, size: 0.86 },
      { name: 'plant', x: 0.36, foot: 0.84, size: 0.7 },
      { name: 'mug', x: 0.56, foot: 0.92, size: 0.78 },
      { name: 'candle', x: 0.78, foot: 0.88, size: 0.6 },
    ],
  },
  evening: {
    wall: '#2f5148',
    table: '#6d4630',
    light: '#e9c98a',
    things: [
      { name: 'vase', x: 0.22, foot: 0.84, size: 0.84 },
      { name: 'candle', x: 0.44, foot: 0.9, size: 0.66 },
      { name: 'mug', x: 0.64, foot: 0.93, size: 0.66 },
      { name: 'plant', x: 0.84, foot: 0.84, size: 0.78 },
    ],
  },
  cabin: {
    wall: '#c9d5d3',
    table: '#7a5b42',
    light: '#fdf6e3',
    things: [
      { name: 'bottle', x: 0.18, foot: 0.88, size: 0.82 },
      { name: 'backpack', x: 0.4, foot: 0.92, size: 0.9 },
      { name: 'sneaker', x: 0.63, foot: 0.93, size: 0.8 },
      { name: 'notebook', x: 0.84, foot: 0.88, size: 0.6 },
    ],
  },
} as const satisfies Record<string, StillLife>;
export type Scene = keyof typeof SCENES;

/** Twice as wide as shown. */
export const HERO = { width: 1200, height: 480 };
export const heroUrl = (scene: Scene): string => `${FILES}/hero-${scene}.jpg`;

/** The contents of the files of all brands by their address. */
export async function brandFiles(): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const { look, shelf } of Object.values(BRANDS)) {
    for (const { shown, size } of shelf.products) {
      files.set(imageUrlOf(shown), await productImage(shown, ...size));
    }
    for (const { url } of look.faces ?? []) files.set(url, await readFile(join(FONTS, url.slice(FILES.length))));
  }
  for (const scene of Object.keys(SCENES) as Scene[]) {
    files.set(heroUrl(scene), await stillLife(SCENES[scene], HERO.width, HERO.height));
  }
  files.set(LOCAL_FONT, await readFile(join(FONTS, 'noto-sans-jp-500.woff2')));
  files.set(`${FILES}/juniper.png`, juniperLogo('#24443c', '#b4472c'));
  files.set(`${FILES}/juniper-light.png`, juniperLogo('#f6efe2', '#eb8f6f'));
  const fell = await importedLogo(fellLogo('#173a4a', '#f2b632'));
  files.set(`${FILES}/fell.png`, fell.light);
  files.set(`${FILES}/fell-dark.png`, fell.dark);
  return files;
}

/** The files that the import of a brand kit makes of a logo. */
async function importedLogo(file: Buffer): Promise<{ readonly light: Buffer; readonly dark: Buffer }> {
  const compositor = new Compositor({ threads: 1 });
  const { logo, dark } = (await compositor.readLogo(file)) ?? {};
  await compositor.close();
  if (!logo || !dark) throw new Error('no logo for dark mode can be made');
  return { light: Buffer.from(logo.bytes), dark: Buffer.from(dark.bytes) };
}
