import sharp from 'sharp';
import { DRAWINGS } from './drawings.js';
import type { ProductImageName } from './product-image.js';

/** One drawing. `x` is its middle, `foot` the line below it and `size` its height, as shares of the whole image. */
export interface Placed {
  readonly name: ProductImageName;
  readonly x: number;
  readonly foot: number;
  readonly size: number;
}

export interface StillLife {
  readonly wall: string;
  readonly table: string;
  readonly light: string;
  readonly things: readonly Placed[];
}

/** The line of each drawing's foot, of 800. */
const FEET: Readonly<Partial<Record<ProductImageName, number>>> = { mug: 622, sneaker: 560, soap: 600, bottle: 720 };

/** Products of the invented store on a table: a JPEG such as a photographer would deliver for the head of an email. */
export function stillLife({ wall, table, light, things }: StillLife, width: number, height: number): Promise<Buffer> {
  const edge = height * 0.72;
  const placed = things.map(({ name, x, foot, size }) => {
    const side = size * height;
    const top = foot * height - (side * (FEET[name] ?? 680)) / 800;
    return `<svg x="${x * width - side / 2}" y="${top}" width="${side}" height="${side}" viewBox="0 0 800 800">${DRAWINGS[name].body}</svg>`;
  });
  const drawing =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>` +
    `<filter id="soft" x="-50%" y="-200%" width="200%" height="500%"><feGaussianBlur stdDeviation="14"/></filter>` +
    `<filter id="haze" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="38"/></filter>` +
    `<linearGradient id="falling" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${light}" stop-opacity=".9"/><stop offset=".6" stop-color="${light}" stop-opacity="0"/></linearGradient>` +
    `<linearGradient id="board" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".16"/><stop offset="1" stop-color="#000" stop-opacity=".2"/></linearGradient></defs>` +
    `<rect width="100%" height="100%" fill="${wall}"/><rect width="100%" height="100%" fill="url(#falling)"/>` +
    `<g filter="url(#haze)" fill="${light}" opacity=".45"><path d="M${width * 0.08} 0h${width * 0.14}l${width * 0.22} ${edge}h-${width * 0.2}z"/><path d="M${width * 0.3} 0h${width * 0.09}l${width * 0.22} ${edge}h-${width * 0.13}z"/></g>` +
    `<rect y="${edge}" width="100%" height="${height - edge}" fill="${table}"/><rect y="${edge}" width="100%" height="${height - edge}" fill="url(#board)"/>` +
    `${placed.join('')}</svg>`;
  return sharp(Buffer.from(drawing)).jpeg({ quality: 88 }).toBuffer();
}
