import type { Random } from './random.js';
import { disc, ellipse, leaf, polygon, type Colour, type Point, type Shape } from './shapes.js';
import type { Stage } from './stage.js';

const TURN = Math.PI * 2;

/** A leaf of two halves, one in the light. */
function blade(stalk: Point, size: Point, angle: number, tone: Colour, deep: number): Shape[] {
  const look = { depth: 0.6 + deep * 0.3, belly: 0.72 } as const;
  return [
    leaf(stalk, size, angle, tone, { ...look, side: 1, blend: ['dark', 0.14 + deep * 0.06], lift: 0.01 }),
    leaf(stalk, size, angle, tone, { ...look, side: -1, blend: ['light', 0.1] }),
  ];
}

/** A bent twig with leaves on both sides. */
function twig(from: Point, length: number, angle: number, bend: number, tone: Colour, deep: number): Shape[] {
  const at = (part: number): Point => [
    from[0] + Math.cos(angle + bend * part * 0.5) * length * part,
    from[1] + Math.sin(angle + bend * part * 0.5) * length * part,
  ];
  const thick = length * 0.006;
  const steps = Array.from({ length: 17 }, (_, index) => index / 16);
  const side = (sign: number): Point[] =>
    steps.map((part): Point => {
      const [x, y] = at(part);
      const across = angle + bend * part + Math.PI / 2;
      const by = sign * thick * (1.2 - part);
      return [x + Math.cos(across) * by, y + Math.sin(across) * by];
    });
  const stem = polygon([...side(1), ...side(-1).toReversed()], tone, { depth: 0.6, blend: ['dark', 0.3] });
  const blades = Array.from({ length: 7 }, (_, index) => {
    const part = 0.17 + index * 0.117;
    const long = length * 0.3 * Math.sin(Math.PI * (0.24 + part * 0.62));
    const way = angle + bend * part;
    return [-1, 1].flatMap((sign) => blade(at(part), [long, long * 0.4], way + sign * 0.76, tone, deep));
  });
  return [stem, ...blades.flat(), ...blade(at(0.96), [length * 0.2, length * 0.07], angle + bend, tone, deep)];
}

/** Twigs from a corner. */
export function leaves(stage: Stage, random: Random): Shape[] {
  const { width, height, side } = stage;
  const unit = Math.min(width, height);
  const right = side >= 0;
  const corner = (dx: number, dy: number): Point => [right ? width + dx * unit : -dx * unit, height + dy * unit];
  const way = (angle: number): number => (right ? angle : Math.PI - angle);
  const bend = (by: number): number => (right ? by : -by);
  const long = unit * random.between(0.95, 1.05);
  return [
    disc([stage.x, stage.y], stage.reach * 1.1, 'ground', { depth: 0.15 }),
    ...twig(corner(0.04, -0.62), long * 0.72, way(-Math.PI * 1.06), bend(0.5), 'far', 0),
    ...twig(corner(-0.66, 0.06), long * 0.72, way(-Math.PI * 0.56), bend(-0.35), 'mid', 0.3),
    ...twig(corner(0.0, 0.04), long * 1.12, way(-Math.PI * 0.76), bend(0.42), 'near', 1),
  ];
}

/** Flowers with eight petals, seen from above, among leaves. */
export function flowers(stage: Stage, random: Random): Shape[] {
  const { x, y, reach } = stage;
  const places: readonly (readonly [number, number, number, Colour])[] = [
    [-0.58, -0.42, 0.36, 'light'],
    [0.46, -0.56, 0.42, 'main'],
    [-0.5, 0.46, 0.42, 'main'],
    [0.66, 0.36, 0.36, 'light'],
    [0.04, -0.02, 0.56, 'accent'],
  ];
  const greens = Array.from({ length: 11 }, (_, index) => {
    const angle = (index / 11) * TURN + random.between(-0.12, 0.12);
    const from: Point = [x + Math.cos(angle) * reach * 0.35, y + Math.sin(angle) * reach * 0.35];
    const long = reach * random.between(0.62, 0.82);
    return blade(from, [long, long * 0.36], angle, index % 2 ? 'near' : 'mid', 0.1);
  });
  const drops = Array.from({ length: 22 }, (_, index) => {
    const angle = random.next() * TURN;
    const far = reach * random.between(1.0, 1.5);
    const at: Point = [x + Math.cos(angle) * far, y + Math.sin(angle) * far * 0.82];
    const tone = (['accent', 'main', 'mid'] as const)[index % 3] ?? 'accent';
    return disc(at, reach * random.between(0.012, 0.04), tone, { depth: 0.4, opacity: 0.7 });
  });
  return [
    ellipse([x, y], reach * 1.9, reach * 1.6, 'ground', { form: 'glow', depth: 0.15 }),
    ...greens.flat(),
    ...drops,
    ...places.flatMap(([right, down, size, tone]) =>
      flower([x + right * reach, y + down * reach], size * reach, tone, random.next() * TURN),
    ),
  ];
}

function flower(at: Point, radius: number, tone: Colour, turn: number): Shape[] {
  const ring = (count: number, size: number, shift: number, look: { blend: readonly [Colour, number]; lift: number }) =>
    Array.from({ length: count }, (_, index) => {
      const angle = turn + shift + (index / count) * TURN;
      return leaf(at, [radius * size, radius * size * 0.74], angle, tone, { depth: 0.85, belly: 1.7, ...look });
    });
  return [
    ...ring(8, 1, 0, { blend: ['dark', 0.12], lift: 0.014 }),
    ...ring(8, 0.86, TURN / 16, { blend: ['light', 0.14], lift: 0.006 }),
    disc(at, radius * 0.24, '#e7a92f', { depth: 0.92, lift: 0.008 }),
    ...Array.from({ length: 14 }, (_, index) => {
      const angle = (index / 14) * TURN;
      const far = radius * (index % 2 ? 0.17 : 0.09);
      return disc([at[0] + Math.cos(angle) * far, at[1] + Math.sin(angle) * far], radius * 0.024, '#8a5a17', {
        depth: 0.94,
      });
    }),
  ];
}
