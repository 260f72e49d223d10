import type { RawImage } from '../types.js';
import type { GroundMask } from './flood.js';
import type { StudioGround } from './studio-ground.js';
import { EDGE, GROUND, neighboursOf, thinNeighbours, withoutGround } from './edge-colours.js';

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
  for (let index = 0; index < zones.length; index += 1) {
    const zone = zones[index];
    if (zone === GROUND) cut.writeUInt32LE(0, index * 4);
    else if (zone === EDGE) soften(image, cut, { zones, ground, solid }, index);
    else if (solid[index] !== 255) withoutGround(cut, index, (solid[index] ?? 255) / 255, back);
  }
  return { width: image.width, height: image.height, data: cut };
}

/** Product, ground, and the band between them. */
function zonesOf(ground: GroundMask, { width, height }: RawImage): Uint8Array {
  const zones = Uint8Array.from(ground);
  let front: number[] = [];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0, index = y * width; x < width; x += 1, index += 1) {
      const own = ground[index];
      const beside = (x < width - 1 && ground[index + 1] !== own) || (x > 0 && ground[index - 1] !== own);
      const over = (y < height - 1 && ground[index + width] !== own) || (y > 0 && ground[index - width] !== own);
      if (beside || over) front.push(index);
    }
  }
  for (const index of front) zones[index] = EDGE;
  for (let step = 1; step < BAND; step += 1) {
    const next: number[] = [];
    for (const index of front) {
      for (const other of [index - 1, index + 1, index - width, index + width]) {
        if (other < 0 || other >= zones.length || zones[other] === EDGE) continue;
        zones[other] = EDGE;
        next.push(other);
      }
    }
    front = next;
  }
  return zones;
}

interface Zones {
  readonly zones: Uint8Array;
  readonly ground: GroundMask;
  readonly solid: Uint8Array;
}

function soften(image: RawImage, cut: Buffer, { zones, ground, solid }: Zones, index: number): void {
  const found = neighboursOf(image, zones, solid, index);
  if (!found.back) {
    if (ground[index]) cut.writeUInt32LE(0, index * 4);
    else cut[index * 4 + 3] = solid[index] ?? 255;
    return;
  }
  const own = found.product ?? thinNeighbours(image, ground, found.back, index);
  let along = 0;
  let length = 0;
  for (let channel = 0; channel < 3; channel += 1) {
    const back = found.back[channel] ?? 0;
    const step = (own[channel] ?? 0) - back;
    along += step * ((image.data[index * 4 + channel] ?? 0) - back);
    length += step * step;
  }
  const told = length >= LEAST_DIFFERENCE * LEAST_DIFFERENCE;
  const share = told ? sharpened(along / length) : ground[index] ? 0 : 1;
  withoutGround(cut, index, share * found.solid, found.back, found.solid === 1 ? own : undefined);
}

const sharpened = (share: number): number => Math.max(0, Math.min(1, (share - 0.06) / 0.86));
