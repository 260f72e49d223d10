import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { BoundedMap } from '#libs/bounded-map';
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

/** The width of the foot in the drawings of shadows, in pixels. */
const FOOT_WIDTH = 400;

/** A soft ellipse in multiples of the foot's width: where its centre is above the base, its radii and its blur. */
interface Ellipse {
  readonly above: number;
  readonly rx: number;
  readonly ry: number;
  readonly blur: number;
  readonly opacity: number;
}

/** A wide one below a dark line close to the product. */
const ELLIPSES: readonly Ellipse[] = [
  { above: 0.005, rx: 0.56, ry: 0.05, blur: 0.04, opacity: 0.42 },
  { above: 0.012, rx: 0.47, ry: 0.018, blur: 0.012, opacity: 0.5 },
];

/** Where a blur ends, in multiples of its radius. */
const REACH = 3;
/** From the middle of the base to the edges of a drawing, in multiples of the foot's width. */
const HALF = { width: 0.56 + 0.04 * REACH, height: 0.055 + 0.04 * REACH };

/**
 * A shadow where the product touches the ground. It reaches about a tenth of the foot's width below the place.
 */
export function paintContactShadow(ctx: SKRSContext2D, pixels: RawImage, place: Box, ground: string): void {
  const touching = footOf(pixels);
  if (!touching) return;
  const { from, to } = touching;
  const foot = Math.max(to - from, 0.25) * place.width;
  const x = place.x + ((from + to) / 2) * place.width;
  const base = place.y + place.height;
  const half = { width: HALF.width * foot, height: HALF.height * foot };
  ctx.drawImage(shadowOn(ground), x - half.width, base - half.height, half.width * 2, half.height * 2);
}

/** A blur takes longer than all else of a product, so one drawing serves all products on grounds of one colour. */
const drawings = new BoundedMap<string, Canvas>(16);

function shadowOn(ground: string): Canvas {
  const known = drawings.get(ground);
  if (known) return known;
  const drawing = createCanvas(HALF.width * 2 * FOOT_WIDTH, HALF.height * 2 * FOOT_WIDTH);
  const ctx = drawing.getContext('2d');
  const dark = mix(ground, '#05080a', 0.88);
  for (const { above, rx, ry, blur, opacity } of ELLIPSES) {
    ctx.filter = `blur(${(blur * FOOT_WIDTH).toFixed(2)}px)`;
    ctx.fillStyle = withAlpha(dark, opacity);
    ctx.beginPath();
    const [x, y] = [HALF.width * FOOT_WIDTH, (HALF.height - above) * FOOT_WIDTH];
    ctx.ellipse(x, y, rx * FOOT_WIDTH, ry * FOOT_WIDTH, 0, 0, Math.PI * 2);
    ctx.fill();
  }
  drawings.set(ground, drawing);
  return drawing;
}
