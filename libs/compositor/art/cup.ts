import type { Random } from './random.js';
import { curve, disc, ellipse, placed, sector, type Point, type Shape } from './shapes.js';
import type { Stage } from './stage.js';

const TURN = Math.PI * 2;

/** The large quiet disc that a thing lies on, seen from above. */
export const mat = ({ x, y, reach }: Stage): Shape => disc([x, y], reach * 1.12, 'ground', { depth: 0.2 });

/** A cup of coffee on its saucer, seen from above. */
export function cup(stage: Stage, random: Random): Shape[] {
  const { x, y, reach } = stage;
  const at: Point = [x, y];
  const turn = random.between(-0.9, -0.3);
  const handle = placed(
    [
      [reach * 0.4, -reach * 0.12],
      [reach * 0.7, -reach * 0.075],
      [reach * 0.9, -reach * 0.09],
      [reach * 1.0, 0],
      [reach * 0.9, reach * 0.09],
      [reach * 0.7, reach * 0.075],
      [reach * 0.4, reach * 0.12],
    ],
    at,
    turn,
  );
  return [
    mat(stage),
    disc(at, reach * 0.98, 'light', { depth: 0.6, lift: 0.05, form: 'flat' }),
    disc(at, reach * 0.9, 'light', { depth: 0.61, blend: ['far', 0.18] }),
    disc(at, reach * 0.74, 'light', { depth: 0.62, blend: ['far', 0.06] }),
    curve(handle, 'main', { depth: 0.7, lift: 0.02 }),
    disc(at, reach * 0.62, 'main', { depth: 0.72, lift: 0.05 }),
    disc(at, reach * 0.555, 'main', { depth: 0.74, blend: ['dark', 0.3] }),
    disc(at, reach * 0.53, '#5a3620', { depth: 0.76, fade: ['#3a2113', 0.8] }),
    sector(at, [reach * 0.485, reach * 0.53], 0, TURN, '#b9824f', { depth: 0.78, opacity: 0.75 }),
    ...heartOfMilk(at, reach * 0.34, turn + 0.9),
    ellipse([x - reach * 0.24, y - reach * 0.26], reach * 0.13, reach * 0.045, '#ffffff', {
      turn: -0.8,
      depth: 0.9,
      opacity: 0.16,
    }),
  ];
}

/** Milk foam as a barista pours it: a leaf of chevrons. */
const heartOfMilk = ([x, y]: Point, size: number, turn: number): Shape[] =>
  Array.from({ length: 4 }, (_, index) => {
    const wide = size * (1 - index * 0.2);
    const up = size * (0.45 - index * 0.42);
    const chevron: Point[] = [
      [0, up + size * 0.34],
      [wide, up - size * 0.2],
      [wide * 0.86, up - size * 0.42],
      [wide * 0.4, up - size * 0.12],
      [0, up + size * 0.06],
      [-wide * 0.4, up - size * 0.12],
      [-wide * 0.86, up - size * 0.42],
      [-wide, up - size * 0.2],
    ];
    return curve(placed(chevron, [x, y], turn), '#f3e2c7', { depth: 0.85, opacity: 0.92 });
  });
