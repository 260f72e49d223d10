import { mat } from './cup.js';
import type { Random } from './random.js';
import { disc, leaf, placed, polygon, type Colour, type Look, type Point, type Shape } from './shapes.js';
import type { Stage } from './stage.js';

/** A wrapped box with a bow, seen from above. */
export function gift(stage: Stage, random: Random): Shape[] {
  const { x, y, reach } = stage;
  const turn = random.between(-0.22, -0.1);
  const half = reach * 0.74;
  const ribbon = reach * 0.11;
  const at: Point = [x, y];
  const part = (size: Point, tone: Colour, look: Look): Shape => polygon(placed(corners(size), at, turn), tone, look);
  const loops = [
    [-0.82, 0.56],
    [-0.18, 0.56],
    [-0.62, 0.42],
    [-0.38, 0.42],
  ] as const;
  return [
    mat(stage),
    part([half, half], 'near', { depth: 0.6, lift: 0.06 }),
    part([half * 0.985, half * 0.985], 'near', { depth: 0.62, blend: ['light', 0.08] }),
    part([ribbon, half], 'accent', { depth: 0.7 }),
    part([half, ribbon], 'accent', { depth: 0.72, blend: ['light', 0.08], lift: 0.006 }),
    tail(at, reach, Math.PI * 0.32 + turn),
    tail(at, reach, Math.PI * 0.68 + turn),
    ...loops.flatMap(([angle, long]) => loop(at, reach, angle * Math.PI + turn, long * reach)),
    disc(at, reach * 0.105, 'accent', { depth: 0.95, form: 'ball', lift: 0.012 }),
  ];
}

const corners = ([wide, high]: Point): Point[] => [
  [-wide, -high],
  [wide, -high],
  [wide, high],
  [-wide, high],
];

const along = ([x, y]: Point, angle: number, far: number): Point => [
  x + Math.cos(angle) * far,
  y + Math.sin(angle) * far,
];

/** A loop of the bow, with its dark inside. */
const loop = (at: Point, reach: number, angle: number, long: number): Shape[] => [
  leaf(along(at, angle, reach * 0.06), [long, long * 0.62], angle, 'accent', { depth: 0.9, lift: 0.02, belly: 1.25 }),
  leaf(along(at, angle, reach * 0.14), [long * 0.6, long * 0.26], angle, 'accent', {
    depth: 0.91,
    blend: ['dark', 0.34],
    belly: 1.25,
  }),
];

/** An end of the ribbon, cut to a notch. */
function tail(at: Point, reach: number, angle: number): Shape {
  const long = reach * 0.5;
  const wide = reach * 0.085;
  const points: Point[] = [
    [0, -wide * 0.6],
    [long, -wide],
    [long * 0.86, 0],
    [long, wide],
    [0, wide * 0.6],
  ];
  return polygon(placed(points, at, angle), 'accent', { depth: 0.88, blend: ['dark', 0.12], lift: 0.012 });
}
