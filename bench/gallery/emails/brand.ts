import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { PRODUCT_IMAGES, productImage, type ProductImageName, type StillLife, stillLife } from '#libs/simulators';
import { LOCAL_FONT } from './chromium.js';
import type { EmailLook } from '../../../src/email/templates/email-assets.service.js';
import type { BrandProfile } from '../../../src/email/templates/scope.js';

/** An invented store, and every file that its emails load. */
const FILES = 'https://images.example';
const FONTS = 'libs/compositor/fonts/files';
export const STORE = 'https://juniper-and-clay.example';

export const BRAND: BrandProfile = {
  name: 'Juniper & Clay',
  sender: { name: 'Juniper & Clay', postalAddress: '14 Mill Lane, Bristol BS1 4QA, United Kingdom' },
  storeUrl: STORE,
  hosts: ['juniper-and-clay.example'],
};

const FACES = [
  { family: 'Playfair Display', weight: 700, file: 'playfair-display-700.woff2' },
  { family: 'Inter', weight: 400, file: 'inter-400.woff2' },
  { family: 'Inter', weight: 700, file: 'inter-700.woff2' },
] as const;

export const LOOK: EmailLook = {
  palette: { primary: '#24443c', secondary: '#e0b45c', accent: '#b4472c', background: '#fcf9f3', text: '#2a211b' },
  fonts: { heading: 'Playfair Display', body: 'Inter' },
  faces: FACES.map(({ family, weight, file }) => ({ family, weight, url: `${FILES}/${file}` })),
  logoUrl: `${FILES}/logo.png`,
  logoDarkUrl: `${FILES}/logo-light.png`,
  cornerRadius: 10,
};

export const imageUrlOf = (name: ProductImageName): string => `${FILES}/${name}.jpg`;

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
  shelf: {
    wall: '#e7d3c5',
    table: '#a4684a',
    light: '#fffaf0',
    things: [
      { name: 'notebook', x: 0.18, foot: 0.86, size: 0.6 },
      { name: 'vase', x: 0.37, foot: 0.84, size: 0.84 },
      { name: 'backpack', x: 0.6, foot: 0.92, size: 0.86 },
      { name: 'bottle', x: 0.82, foot: 0.88, size: 0.82 },
    ],
  },
} as const satisfies Record<string, StillLife>;
export type Scene = keyof typeof SCENES;

/** Twice as wide as shown. */
export const HERO = { width: 1200, height: 480 };
export const heroUrl = (scene: Scene): string => `${FILES}/hero-${scene}.jpg`;

/** The contents of the files by their address. */
export async function brandFiles(): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const name of PRODUCT_IMAGES) files.set(imageUrlOf(name), await productImage(name, 640));
  for (const scene of Object.keys(SCENES) as Scene[]) {
    files.set(heroUrl(scene), await stillLife(SCENES[scene], HERO.width, HERO.height));
  }
  for (const { file } of FACES) files.set(`${FILES}/${file}`, await readFile(join(FONTS, file)));
  files.set(LOCAL_FONT, await readFile(join(FONTS, 'noto-sans-jp-500.woff2')));
  files.set(`${FILES}/logo.png`, logo('#24443c', '#b4472c'));
  files.set(`${FILES}/logo-light.png`, logo('#f6efe2', '#eb8f6f'));
  return files;
}

/** A sprig in a bowl beside the name, at three times the size that is shown. */
function logo(ink: string, clay: string): Buffer {
  GlobalFonts.registerFromPath(join(FONTS, 'playfair-display-700.woff2'), 'Gallery wordmark');
  const name = 'Juniper & Clay';
  const font = '56px "Gallery wordmark"';
  const ruler = createCanvas(1, 1).getContext('2d');
  ruler.font = font;
  const canvas = createCanvas(Math.ceil(138 + ruler.measureText(name).width), 132);
  const draw = canvas.getContext('2d');
  draw.fillStyle = clay;
  draw.beginPath();
  draw.arc(66, 72, 44, 0, Math.PI);
  draw.fill();
  draw.strokeStyle = ink;
  draw.fillStyle = ink;
  draw.lineWidth = 5;
  draw.beginPath();
  draw.moveTo(66, 66);
  draw.lineTo(66, 14);
  draw.stroke();
  for (const [x, y, turn] of [
    [50, 28, 0.7],
    [82, 28, -0.7],
    [48, 50, 0.7],
    [84, 50, -0.7],
  ] as const) {
    draw.beginPath();
    draw.ellipse(x, y, 17, 7, turn, 0, Math.PI * 2);
    draw.fill();
  }
  draw.font = font;
  draw.textBaseline = 'middle';
  draw.fillText(name, 138, 68);
  return canvas.toBuffer('image/png');
}
