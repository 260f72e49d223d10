import type { Random } from './random.js';
import { below, disc, edgeToEdge, ellipse, type Point, type Shape } from './shapes.js';
import type { Stage } from './stage.js';

/** Light above the horizon, wide and without an edge. */
export const glow = ({ x, width, height }: Stage, y: number): Shape =>
  ellipse([x, y], Math.max(width, height) * 0.42, height * 0.55, 'light', {
    form: 'glow',
    blend: ['sky', 0.2],
    depth: 0.02,
    opacity: 0.9,
  });

/** The sun near the horizon; its radius is a share of the shorter side. */
export const lowSun = ({ x, width, height }: Stage, y: number, radius = 0.12): Shape =>
  disc([x, y], Math.min(width, height) * radius, 'accent', { blend: ['light', 0.25], depth: 0.05 });

export function nightSky(stage: Stage, random: Random): Shape[] {
  const { width, height, x, y } = stage;
  const unit = Math.min(width, height);
  const sky = below(stage, edgeToEdge(stage, -height * 0.1), 'dark', { fade: ['near', 0.85], depth: 0.01 });
  const tilt = -0.5;
  const band = [1.3, 0.8, 0.45].map((size) =>
    ellipse([x, y - height * 0.08], width * 0.8 * size, unit * 0.3 * size, 'far', {
      form: 'glow',
      turn: tilt,
      opacity: 0.22,
      depth: 0.03,
    }),
  );
  const star = (radius: number, opacity: number, at: Point): Shape[] => [
    disc(at, radius * 4, 'light', { form: 'glow', opacity: opacity * 0.5, depth: 0.04 }),
    disc(at, radius, 'light', { depth: 0.05, opacity }),
  ];
  const small = Array.from({ length: 260 }, () =>
    disc([random.next() * width, random.next() * height], unit * random.between(0.001, 0.0026), 'light', {
      depth: 0.05,
      opacity: random.between(0.35, 0.9),
    }),
  );
  const inBand = Array.from({ length: 260 }, () => {
    const along = random.between(-0.8, 0.8) * width;
    const across = (random.next() + random.next() + random.next() - 1.5) * unit * 0.22;
    const at: Point = [
      x + along * Math.cos(tilt) - across * Math.sin(tilt),
      y - height * 0.08 + along * Math.sin(tilt) + across * Math.cos(tilt),
    ];
    return disc(at, unit * random.between(0.0008, 0.0021), 'light', { depth: 0.05, opacity: random.between(0.4, 0.9) });
  });
  const large = Array.from({ length: 16 }, () =>
    star(unit * random.between(0.003, 0.0052), 1, [random.next() * width, random.next() * height]),
  );
  return [sky, ...band, ...small, ...inBand, ...large.flat()];
}

/** Snow that falls. */
export function flakes({ width, height }: Stage, random: Random, count: number): Shape[] {
  const unit = Math.min(width, height);
  return Array.from({ length: count }, () => {
    const near = random.next() ** 3;
    const size = unit * (0.0022 + near * 0.009);
    const look = { depth: 0.95, opacity: 0.9 - near * 0.45 };
    return disc(
      [random.next() * width, random.next() * height],
      size,
      'light',
      near > 0.4 ? { ...look, form: 'glow' } : look,
    );
  });
}
