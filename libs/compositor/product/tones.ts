import type { RawImage } from '../types.js';
import type { StudioGround } from './studio-ground.js';

/** How the lower part of a photograph differs from its ground, for each pixel; 0 above that part. */
export interface Tones {
  readonly width: number;
  readonly height: number;
  /** The brightness in relation to the ground: 255 is as bright. */
  readonly light: Uint8Array;
  /** The difference from a grey of the same brightness: 0 for a shadow on the ground. */
  readonly chroma: Uint8Array;
}

/** For each pixel the difference in the channel that differs most. */
export function distanceFrom({ red, green, blue }: StudioGround, { data }: RawImage): Uint8Array {
  const distance = new Uint8Array(data.length / 4);
  for (let index = 0, at = 0; index < distance.length; index += 1, at += 4) {
    const r = Math.abs(red - (data[at] ?? 0));
    const g = Math.abs(green - (data[at + 1] ?? 0));
    const b = Math.abs(blue - (data[at + 2] ?? 0));
    distance[index] = r > g ? (r > b ? r : b) : g > b ? g : b;
  }
  return distance;
}

/** The tones from the row `top` on. */
export function tonesOf(image: RawImage, studio: StudioGround, top: number): Tones {
  const { width, height, data } = image;
  const size = width * height;
  const light = new Uint8Array(size);
  const chroma = new Uint8Array(size);
  for (let index = top * width, at = index * 4; index < size; index += 1, at += 4) {
    const r = studio.red - (data[at] ?? 0);
    const g = studio.green - (data[at + 1] ?? 0);
    const b = studio.blue - (data[at + 2] ?? 0);
    chroma[index] = Math.max(r, g, b) - Math.min(r, g, b);
    light[index] = Math.max(0, Math.min(255, 255 - ((r * 77 + g * 150 + b * 29) >> 8)));
  }
  return { width, height, light, chroma };
}
