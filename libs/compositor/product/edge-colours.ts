import type { RawImage } from '../types.js';
import type { GroundMask } from './flood.js';

export const PRODUCT = 0;
export const GROUND = 1;
export const EDGE = 2;

/** How far away the pure colours of product and ground are looked for. */
const NEAR = 5;
/** Every second row and column is enough for a mean. */
const EVERY = 2;
/** How far away the purest pixel of a thin part is looked for. */
const THIN = 2;

/** Red, green and blue. */
type Colour = ArrayLike<number>;

interface Zones {
  readonly zones: Uint8Array;
  readonly ground: GroundMask;
  readonly solid: Uint8Array;
  /** The ground's colour where a notch of the product is too narrow to show it pure. */
  readonly usual: Colour;
}

/** The colours of product and ground at the edge between them. One object serves all pixels, as there are many. */
export class EdgeColours {
  /** The product's colour beside the pixel that was looked at last. */
  readonly own = new Float64Array(3);
  /** The ground's colour there. */
  readonly back = new Float64Array(3);
  /** How solid the product is there, 0..1. */
  firm = 1;
  /** Whether the product is too thin there to have a pure pixel. */
  thin = false;

  readonly ground: GroundMask;
  readonly solid: Uint8Array;
  private readonly zones: Uint8Array;
  private readonly usual: Colour;

  constructor(
    readonly image: RawImage,
    { zones, ground, solid, usual }: Zones,
  ) {
    this.zones = zones;
    this.usual = usual;
    this.ground = ground;
    this.solid = solid;
  }

  /** Takes the means of the pure pixels around a pixel. */
  look(index: number): void {
    const { zones, solid, own, back, usual } = this;
    const { width, height, data } = this.image;
    const x = index % width;
    const y = (index - x) / width;
    const left = Math.max(0, x - NEAR);
    const right = Math.min(width - 1, x + NEAR);
    const bottom = Math.min(height - 1, y + NEAR);
    let [red, green, blue, firm, products] = [0, 0, 0, 0, 0];
    let [backRed, backGreen, backBlue, grounds] = [0, 0, 0, 0];
    for (let row = Math.max(0, y - NEAR); row <= bottom; row += EVERY) {
      const end = row * width + right;
      for (let other = row * width + left; other <= end; other += EVERY) {
        const zone = zones[other];
        if (zone === PRODUCT) {
          red += data[other * 4] ?? 0;
          green += data[other * 4 + 1] ?? 0;
          blue += data[other * 4 + 2] ?? 0;
          firm += solid[other] ?? 255;
          products += 1;
        } else if (zone === GROUND) {
          backRed += data[other * 4] ?? 0;
          backGreen += data[other * 4 + 1] ?? 0;
          backBlue += data[other * 4 + 2] ?? 0;
          grounds += 1;
        }
      }
    }
    if (grounds > 0) set(back, backRed / grounds, backGreen / grounds, backBlue / grounds);
    else set(back, usual[0] ?? 0, usual[1] ?? 0, usual[2] ?? 0);
    this.firm = products > 0 ? firm / products / 255 : 1;
    this.thin = products === 0;
    if (products > 0) set(own, red / products, green / products, blue / products);
    else this.lookClose(x, y);
  }

  /** In a part that is too thin to have pure pixels, the pixel that differs most from the ground counts as pure. */
  private lookClose(x: number, y: number): void {
    const { ground, own, back } = this;
    const { width, height, data } = this.image;
    const [red = 0, green = 0, blue = 0] = back;
    let most = -1;
    let purest = (y * width + x) * 4;
    for (let row = Math.max(0, y - THIN); row <= Math.min(height - 1, y + THIN); row += 1) {
      for (let column = Math.max(0, x - THIN); column <= Math.min(width - 1, x + THIN); column += 1) {
        if (ground[row * width + column]) continue;
        const at = (row * width + column) * 4;
        const difference =
          Math.abs((data[at] ?? 0) - red) +
          Math.abs((data[at + 1] ?? 0) - green) +
          Math.abs((data[at + 2] ?? 0) - blue);
        if (difference > most) [most, purest] = [difference, at];
      }
    }
    set(own, data[purest] ?? 0, data[purest + 1] ?? 0, data[purest + 2] ?? 0);
  }
}

function set(colour: Float64Array, red: number, green: number, blue: number): void {
  colour[0] = red;
  colour[1] = green;
  colour[2] = blue;
}

function clear(cut: Buffer, index: number): void {
  for (let at = index * 4; at < index * 4 + 4; at += 1) cut[at] = 0;
}

/**
 * Gives a pixel an alpha of 0..1 and takes the ground's colour out of it. A small alpha makes the result uncertain; the
 * colour `own` of the product beside the pixel is mixed in there.
 */
export function withoutGround(cut: Buffer, index: number, alpha: number, back: Colour, own?: Colour): void {
  const at = index * 4;
  const value = Math.round(alpha * 255);
  if (value === 0) {
    clear(cut, index);
    return;
  }
  for (let channel = 0; channel < 3 && value < 255; channel += 1) {
    const pure = ((cut[at + channel] ?? 0) - (back[channel] ?? 0) * (1 - alpha)) / alpha;
    const near = own?.[channel] ?? pure;
    cut[at + channel] = Math.max(0, Math.min(255, Math.round(near + (pure - near) * alpha)));
  }
  cut[at + 3] = value;
}
