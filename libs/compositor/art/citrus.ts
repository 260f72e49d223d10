import { mat } from './cup.js';
import { curve, disc, leaf, placed, type Colour, type Point, type Shape } from './shapes.js';
import type { Scene } from './stage.js';

const TURN = Math.PI * 2;

type Rind = readonly [rind: Colour, flesh: Colour, pale: Colour];
const ORANGE: Rind = ['#ee8a1d', '#f9a63a', '#fff3dc'];
const LEMON: Rind = ['#f2c51d', '#fadc55', '#fffbe3'];

/** Slices of citrus fruit, seen from above. */
const slices =
  (kinds: readonly [Rind, Rind, Rind]): Scene =>
  (stage, random) => {
    const { x, y, reach } = stage;
    const places: readonly (readonly [Point, number, Rind])[] = [
      [[x - reach * 0.42, y - reach * 0.36], reach * 0.5, kinds[1]],
      [[x + reach * 0.5, y - reach * 0.22], reach * 0.42, kinds[2]],
      [[x + reach * 0.02, y + reach * 0.36], reach * 0.6, kinds[0]],
    ];
    return [mat(stage), ...places.flatMap(([at, radius, rind]) => slice(at, radius, rind, random.next() * TURN))];
  };

function slice(at: Point, radius: number, [rind, flesh, pale]: Rind, turn: number): Shape[] {
  const segments = Array.from({ length: 9 }, (_, index): Shape[] => {
    const angle = turn + (index / 9) * TURN;
    return [
      wedge(at, radius * 0.82, angle, TURN / 9, flesh),
      leaf(
        [at[0] + Math.cos(angle) * radius * 0.3, at[1] + Math.sin(angle) * radius * 0.3],
        [radius * 0.36, radius * 0.07],
        angle,
        pale,
        {
          depth: 0.86,
          opacity: 0.4,
        },
      ),
    ];
  });
  return [
    disc(at, radius, rind, { depth: 0.7, lift: 0.035 }),
    disc(at, radius * 0.93, pale, { depth: 0.75 }),
    ...segments.flat(),
  ];
}

/** A segment with rounded corners. */
function wedge(at: Point, radius: number, angle: number, width: number, tone: Colour): Shape {
  const half = width / 2 - 0.035;
  const rim = Array.from({ length: 7 }, (_, index): Point => {
    const a = -half + (index / 6) * half * 2;
    const bulge = Math.abs(index - 3) === 3 ? 0.93 : 1;
    return [Math.cos(a) * radius * bulge, Math.sin(a) * radius * bulge];
  });
  const tip = radius * 0.1;
  return curve(
    placed(
      [[tip, -0.2], [tip, 0.2], ...rim.toReversed()].map(([px = 0, py = 0]): Point => [px, py]),
      at,
      angle,
    ),
    tone,
    {
      depth: 0.8,
      fade: [tone, 0],
    },
  );
}

export const oranges = slices([ORANGE, ORANGE, ORANGE]);
export const lemons = slices([LEMON, LEMON, LEMON]);
export const citrus = slices([ORANGE, LEMON, ORANGE]);
