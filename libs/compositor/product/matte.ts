import type { RawImage } from '../types.js';
import type { GroundMask } from './flood.js';
import type { StudioGround } from './studio-ground.js';
import { EDGE, EdgeColours, GROUND, withoutGround } from './edge-colours.js';

/** Pixels on either side of the edge of a mask that may show both the product and the ground. */
const BAND = 3;
/** Where product and ground differ by less, the colours do not show the share of each. */
const LEAST_DIFFERENCE = 30;

/** What the matte is made from. */
export interface Mask {
  readonly ground: GroundMask;
  /** How solid each pixel of the product is: 255, or less in glow and glass through which the ground shines. */
  readonly solid: Uint8Array;
  readonly studio: StudioGround;
}

/**
 * Makes the ground of a mask transparent. A pixel at the edge shows both the product and the ground: it gets the
 * product's share as its alpha and the product's colour, so that no fringe of the old ground shows on another one.
 * Solid pixels inside stay as they are.
 */
export function matte(image: RawImage, { ground, solid, studio }: Mask): RawImage {
  const zones = zonesOf(ground, image);
  const cut = Buffer.from(image.data);
  const back = [studio.red, studio.green, studio.blue];
  const colours = new EdgeColours(image, { zones, ground, solid, usual: back });
  for (let index = 0; index < zones.length; index += 1) {
    const zone = zones[index];
    if (zone === GROUND) {
      const end = endOfRun(zones, index);
      cut.fill(0, index * 4, end * 4);
      index = end - 1;
    } else if (zone === EDGE) {
      soften(cut, colours, index);
    } else if (solid[index] !== 255) {
      withoutGround(cut, index, (solid[index] ?? 255) / 255, back);
    }
  }
  return { width: image.width, height: image.height, data: cut };
}

function endOfRun(zones: Uint8Array, from: number): number {
  let end = from + 1;
  while (zones[end] === zones[from]) end += 1;
  return end;
}

/** Product, ground, and the band between them. */
function zonesOf(ground: GroundMask, { width }: RawImage): Uint8Array {
  const zones = Uint8Array.from(ground);
  let front: number[] = [];
  const add = (index: number) => {
    if (zones[index] === EDGE) return;
    zones[index] = EDGE;
    front.push(index);
  };
  for (let row = 0; row < ground.length; row += width) {
    const end = row + width;
    for (let index = row; index < end; index += 1) {
      const own = ground[index];
      if (index + 1 < end && ground[index + 1] !== own) {
        add(index);
        add(index + 1);
      }
      if (end < ground.length && ground[index + width] !== own) {
        add(index);
        add(index + width);
      }
    }
  }
  for (let step = 1; step < BAND; step += 1) {
    const last = front;
    front = [];
    for (const index of last) {
      if (index > 0) add(index - 1);
      if (index + 1 < zones.length) add(index + 1);
      if (index >= width) add(index - width);
      if (index + width < zones.length) add(index + width);
    }
  }
  return zones;
}

function soften(cut: Buffer, colours: EdgeColours, index: number): void {
  const { image, ground, own, back } = colours;
  colours.look(index);
  let along = 0;
  let length = 0;
  for (let channel = 0; channel < 3; channel += 1) {
    const behind = back[channel] ?? 0;
    const step = (own[channel] ?? 0) - behind;
    along += step * ((image.data[index * 4 + channel] ?? 0) - behind);
    length += step * step;
  }
  const told = length >= LEAST_DIFFERENCE * LEAST_DIFFERENCE;
  // A thin part of the ground's own colour is a rest of the ground.
  const share = told ? sharpened(along / length) : ground[index] || colours.thin ? 0 : 1;
  withoutGround(cut, index, share * colours.firm, back, colours.firm === 1 ? own : undefined);
}

const sharpened = (share: number): number => Math.max(0, Math.min(1, (share - 0.06) / 0.86));
