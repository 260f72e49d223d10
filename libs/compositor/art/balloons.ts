import type { Random } from './random.js';
import { curve, ellipse, placed, polygon, type Colour, type Point, type Shape } from './shapes.js';
import type { Stage } from './stage.js';

const TURN = Math.PI * 2;

/** Balloons on their strings. */
export function balloons(stage: Stage, random: Random): Shape[] {
  const { x, y, reach, height } = stage;
  const foot: Point = [x, height * 1.04];
  const all: readonly (readonly [number, number, number, Colour])[] = [
    [-0.62, -0.22, 0.4, 'main'],
    [0.6, -0.12, 0.38, 'near'],
    [0.0, -0.46, 0.46, 'accent'],
  ];
  return all.flatMap(([right, up, size, tone]) => {
    const at: Point = [x + right * reach, y + up * reach + random.between(-0.05, 0.05) * reach];
    return [string([at[0], at[1] + size * reach * 1.2], foot, reach), ...balloon(at, size * reach, tone, right * 0.16)];
  });
}

const string = ([x, y]: Point, [fx, fy]: Point, reach: number): Shape => {
  const steps = Array.from({ length: 21 }, (_, index) => index / 20);
  const thick = reach * 0.006;
  const line = (offset: number): Point[] =>
    steps.map((part): Point => [
      x + (fx - x) * part ** 1.8 + Math.sin(part * 5) * reach * 0.03 + offset,
      y + (fy - y) * part,
    ]);
  return polygon([...line(-thick), ...line(thick).toReversed()], 'dark', { depth: 0.6, opacity: 0.5 });
};

function balloon([x, y]: Point, radius: number, tone: Colour, lean: number): Shape[] {
  const body = Array.from({ length: 40 }, (_, index): Point => {
    const angle = (index / 40) * TURN;
    const low = Math.max(0, Math.sin(angle));
    return [Math.cos(angle) * radius * (1 - 0.16 * low * low), Math.sin(angle) * radius * (1.1 + 0.1 * low)];
  });
  const knot: Point[] = [
    [0, radius * 1.16],
    [radius * 0.09, radius * 1.3],
    [-radius * 0.09, radius * 1.3],
  ];
  return [
    polygon(placed(knot, [x, y], -lean), tone, { depth: 0.78, blend: ['dark', 0.2] }),
    curve(placed(body, [x, y], -lean), tone, { depth: 0.8, form: 'ball', lift: 0.02 }),
    ellipse([x - radius * 0.36, y - radius * 0.46], radius * 0.1, radius * 0.22, '#ffffff', {
      turn: 0.5,
      depth: 0.9,
      opacity: 0.4,
    }),
  ];
}
