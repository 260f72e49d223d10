import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { mix, withAlpha } from '../colour/rgb.js';
import type { Box, RawImage } from '../types.js';

/** The share of the height, from the lower edge, in which a product touches the ground. */
const FOOT = 0.06;

/**
 * Where the foot of a cut-out begins and ends, in fractions of its width. Null for one without an opaque foot: its file
 * has a shadow of its own.
 */
export function footOf({ width, height, data }: RawImage): { readonly from: number; readonly to: number } | null {
  let [from, to] = [width, 0];
  for (let y = Math.max(0, Math.floor(height * (1 - FOOT))); y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((data[(y * width + x) * 4 + 3] ?? 0) < 128) continue;
      from = Math.min(from, x);
      to = Math.max(to, x + 1);
    }
  }
  return from < to ? { from: from / width, to: to / width } : null;
}

/**
 * A shadow where the product touches the ground: a dark line close to it in a wide soft ellipse. It reaches about a
 * tenth of the foot's width below the place.
 */
export function paintContactShadow(ctx: SKRSContext2D, pixels: RawImage, place: Box, ground: string): void {
  for (const { sheet, x, y } of shadowsOf(pixels, place, ground)) ctx.drawImage(sheet, x, y);
}

interface Shadow {
  readonly sheet: Canvas;
  readonly x: number;
  readonly y: number;
}

/** The last shadow of a product: images of one template show it at the same place. */
const lastShadows = new WeakMap<RawImage, { readonly name: string; readonly shadows: readonly Shadow[] }>();

function shadowsOf(pixels: RawImage, place: Box, ground: string): readonly Shadow[] {
  const name = [place.x, place.y, place.width, place.height, ground].join(' ');
  const last = lastShadows.get(pixels);
  if (last?.name === name) return last.shadows;
  const shadows = drawnShadows(pixels, place, ground);
  lastShadows.set(pixels, { name, shadows });
  return shadows;
}

function drawnShadows(pixels: RawImage, place: Box, ground: string): readonly Shadow[] {
  const touching = footOf(pixels);
  if (!touching) return [];
  const { from, to } = touching;
  const foot = Math.max(to - from, 0.25) * place.width;
  const x = place.x + ((from + to) / 2) * place.width;
  const base = place.y + place.height;
  const dark = mix(ground, '#05080a', 0.88);
  const wide = { x, y: base - foot * 0.005, rx: foot * 0.56, ry: foot * 0.05 };
  const close = { x, y: base - foot * 0.012, rx: foot * 0.47, ry: foot * 0.018 };
  return [
    softEllipse(wide, foot * 0.04, withAlpha(dark, 0.42)),
    softEllipse(close, foot * 0.012, withAlpha(dark, 0.5)),
  ];
}

interface Ellipse {
  readonly x: number;
  readonly y: number;
  readonly rx: number;
  readonly ry: number;
}

/** Where a blur ends, in multiples of its radius. */
const REACH = 3;

/** A blur costs time for each pixel of its canvas, so it is made on one as small as the shadow. */
function softEllipse({ x, y, rx, ry }: Ellipse, blur: number, colour: string): Shadow {
  const high = Math.max(1, ry);
  const left = Math.floor(x - rx - blur * REACH);
  const top = Math.floor(y - high - blur * REACH);
  const sheet = createCanvas(Math.ceil(x + rx + blur * REACH) - left + 1, Math.ceil(y + high + blur * REACH) - top + 1);
  const ctx = sheet.getContext('2d');
  ctx.filter = `blur(${blur.toFixed(2)}px)`;
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.ellipse(x - left, y - top, rx, high, 0, 0, Math.PI * 2);
  ctx.fill();
  return { sheet, x: left, y: top };
}
