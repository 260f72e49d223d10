import { hexOf } from '../colour/rgb.js';
import type { RawImage } from '../types.js';

/** The colour that extends the image without a visible seam; null if its edge has many colours or is transparent. */
export function evenGroundOf({ width, height, data }: RawImage): string | null {
  const edge: number[][] = [[], [], []];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += y === 0 || y === height - 1 ? 1 : Math.max(1, width - 1)) {
      const from = (y * width + x) * 4;
      if ((data[from + 3] ?? 0) < 250) return null;
      edge.forEach((channel, index) => channel.push(data[from + index] ?? 0));
    }
  }
  const [r = 255, g = 255, b = 255] = edge.map((channel) => channel.toSorted((p, q) => p - q)[channel.length >> 1]);
  const uneven = edge.some(
    (channel, index) =>
      channel.filter((value) => Math.abs(value - ([r, g, b][index] ?? 0)) > 12).length > channel.length * 0.04,
  );
  return uneven ? null : hexOf({ r, g, b });
}
