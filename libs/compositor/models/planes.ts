import type { RawImage } from '../types.js';

/** How a model wants its colours. */
export interface InputScale {
  /** What is taken from red, green and blue, as fractions, before they are divided by `deviation`. */
  readonly mean: readonly [number, number, number];
  readonly deviation: readonly [number, number, number];
}

/** All red values, then all green ones, then all blue ones. */
export function planesOf({ width, height, data }: RawImage, { mean, deviation }: InputScale): Float32Array {
  const size = width * height;
  const planes = new Float32Array(size * 3);
  for (let channel = 0; channel < 3; channel += 1) {
    const values = Float32Array.from(
      { length: 256 },
      (_, value) => (value / 255 - (mean[channel] ?? 0)) / (deviation[channel] ?? 1),
    );
    const from = channel * size;
    for (let index = 0; index < size; index += 1) planes[from + index] = values[data[index * 4 + channel] ?? 0] ?? 0;
  }
  return planes;
}
