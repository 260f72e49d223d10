import type { Easel } from './brushes.js';
import type { Size } from './shapes.js';
import type { Treatment } from './treatments.js';

type Finish = Treatment['finish'][number];
type Effect = (easel: Easel, size: Size) => void;

/** Noise in lightness: the three channels of a pixel change by the same amount, so that the noise has no colour. */
function texture(amount: number, cell: number): Effect {
  return ({ ctx, random }, { width, height }) => {
    const image = ctx.getImageData(0, 0, width, height);
    const columns = Math.ceil(width / cell) + 1;
    const noise = Float32Array.from(
      { length: columns * (Math.ceil(height / cell) + 1) },
      () => (random.next() - 0.5) * amount,
    );
    const { data } = image;
    for (let y = 0; y < height; y += 1) {
      const row = Math.floor(y / cell) * columns;
      for (let x = 0; x < width; x += 1) {
        const change = noise[row + Math.floor(x / cell)] ?? 0;
        const at = (y * width + x) * 4;
        data[at] = (data[at] ?? 0) + change;
        data[at + 1] = (data[at + 1] ?? 0) + change;
        data[at + 2] = (data[at + 2] ?? 0) + change;
      }
    }
    ctx.putImageData(image, 0, 0);
  };
}

const EFFECTS: Readonly<Record<Finish, Effect>> = { grain: texture(9, 1), paper: texture(13, 2) };

export function finish(easel: Easel, size: Size, treatment: Treatment): void {
  for (const name of treatment.finish) EFFECTS[name](easel, size);
}
