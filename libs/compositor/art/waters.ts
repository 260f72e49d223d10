import type { Random } from './random.js';
import {
  below,
  curve,
  edgeToEdge,
  ellipse,
  peaks,
  polygon,
  skyline,
  waves,
  type Colour,
  type Point,
  type Shape,
} from './shapes.js';
import { glow, lowSun } from './skies.js';
import type { Stage } from './stage.js';

/** The open sea: swell in even bands, and the light on it. */
export function sea(stage: Stage, random: Random): Shape[] {
  const { height } = stage;
  const horizon = height * 0.5;
  return [
    glow(stage, horizon),
    lowSun(stage, horizon - height * 0.07, 0.19),
    ...water(stage, random, horizon, 6),
    ...ripples(stage, random, horizon, 34),
  ];
}

function water(stage: Stage, random: Random, horizon: number, bands: number): Shape[] {
  const { height } = stage;
  return Array.from({ length: bands }, (_, index) => {
    const near = index / (bands - 1);
    const wave = waves(random);
    const y = horizon + (height - horizon) * near ** 1.5 * 0.86;
    const swell = index === 0 ? 0 : height * (0.004 + near * 0.02);
    const line = skyline(stage, (x) => y - swell * wave((x / height) * (1.6 - near * 0.7)), height / 80);
    const look = { fade: ['far', 0.35 - near * 0.2], depth: 0.2 + near * 0.5 } as const;
    return below(stage, line, 'far', { blend: ['near', 0.25 + near * 0.68], ...look });
  });
}

/** The sea, its foam on the sand, and the sand. */
export function beach(stage: Stage, random: Random): Shape[] {
  const { width, height, side } = stage;
  const horizon = height * 0.4;
  const wave = waves(random);
  const lean = (side === 0 ? 1 : side) * 0.07;
  const shoreAt = (shift: number, rise: number) => (x: number) =>
    height * (0.7 + shift + (lean * (x - width / 2)) / width + rise * 0.035 * wave((x / height) * 0.9 + shift * 3));
  const edge = (shift: number, rise: number, tone: Colour, opacity: number): Shape =>
    below(stage, skyline(stage, shoreAt(shift, rise), height / 90), tone, { depth: 0.8, opacity });
  const wet = shoreAt(0.055, 1.1);
  return [
    glow(stage, horizon),
    ...water(stage, random, horizon, 5),
    ...ripples({ ...stage, height: height * 0.68 }, random, horizon, 18),
    edge(-0.05, 1.3, 'light', 0.35),
    edge(-0.015, 1.15, 'light', 0.55),
    foam(stage, shoreAt(0.012, 1), shoreAt(0.05, 1.1)),
    below(stage, skyline(stage, wet, height / 90), 'ground', {
      blend: ['main', 0.42],
      fade: ['ground', 1],
      depth: 0.85,
    }),
    below(stage, skyline(stage, shoreAt(0.1, 0.8), height / 90), 'ground', {
      blend: ['light', 0.3],
      fade: ['main', 0.22],
      depth: 0.9,
    }),
  ];
}

const foam = (stage: Stage, upper: (x: number) => number, lower: (x: number) => number): Shape => {
  const { height } = stage;
  const top: readonly Point[] = skyline(stage, upper, height / 90);
  const bottom: readonly Point[] = skyline(stage, lower, height / 90);
  return polygon([...top, ...bottom.toReversed()], 'light', { depth: 0.82, opacity: 0.96 });
};

/** A still surface below a far shore that it mirrors. */
export function lake(stage: Stage, random: Random): Shape[] {
  const { width, height } = stage;
  const shore = height * 0.58;
  const ridges = [0.2, 0.55, 0.95].map((far, index) => {
    const noise = peaks(random);
    const start = random.next() * 50;
    const often = (1.5 - far * 0.3) / height;
    const up = (x: number) => height * (0.56 - index * 0.17) * Math.max(0.05, noise(start + x * often) - 0.2);
    return { far, line: skyline(stage, up, height / 180) };
  });
  const standing = ridges.map(({ far, line }) =>
    polygon(
      closed(
        line.map(([x, up]): Point => [x, shore - up]),
        shore,
      ),
      'far',
      {
        blend: ['near', far],
        fade: ['sky', 0.5 - far * 0.35],
        depth: 0.15 + far * 0.4,
      },
    ),
  );
  const mirrored = ridges.map(({ far, line }) =>
    polygon(
      closed(
        line.map(([x, up]): Point => [x, shore + up * 0.9]),
        shore,
      ),
      'far',
      {
        blend: ['near', far * 0.8],
        fade: ['sky', 0.6],
        opacity: 0.6,
        depth: 0.3,
      },
    ),
  );
  const water = below(stage, edgeToEdge(stage, shore), 'sky', {
    blend: ['far', 0.25],
    fade: ['mid', 0.55],
    depth: 0.3,
  });
  const mist = ellipse([width / 2, shore], width * 0.75, height * 0.05, 'light', {
    form: 'glow',
    depth: 0.5,
    opacity: 0.7,
  });
  return [glow(stage, height * 0.4), ...standing, water, ...mirrored, mist, ...ripples(stage, random, shore, 16)];
}

const closed = (line: readonly Point[], y: number): Point[] => [
  ...line,
  [line.at(-1)?.[0] ?? 0, y],
  [line[0]?.[0] ?? 0, y],
];

/** Light on water: thin lenses that grow towards the viewer. */
function ripples({ width, height, x }: Stage, random: Random, from: number, count: number): Shape[] {
  return Array.from({ length: count }, (_, index) => {
    const near = (index + random.next()) / count;
    const y = from + (height - from) * (0.06 + near * 0.92);
    const spread = (random.next() + random.next() - 1) * (0.1 + near * 0.34);
    const long = width * random.between(0.02, 0.07) * (0.5 + near);
    const at: Point = [x + spread * width, y];
    return lens(at, long, height * (0.0014 + near * 0.0034));
  });
}

const lens = ([x, y]: Point, long: number, high: number): Shape =>
  curve(
    [
      [x - long, y],
      [x - long * 0.4, y - high],
      [x + long * 0.4, y - high],
      [x + long, y],
      [x + long * 0.4, y + high],
      [x - long * 0.4, y + high],
    ],
    'light',
    { depth: 0.7, opacity: 0.55 },
  );
