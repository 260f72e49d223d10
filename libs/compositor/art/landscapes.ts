import type { Random } from './random.js';
import { glow, lowSun } from './skies.js';
import { below, polygon, skyline, waves, type Point, type Shape } from './shapes.js';
import type { Stage } from './stage.js';

/** Steps from the top of a slope to its foot, 0..1. */
const DOWN = Array.from({ length: 33 }, (_, index) => index / 32);

/** A mountain in the distance `far` (0..1, 0 is farthest) with a lit side and a shaded one; its foot lies in mist. */
function mountain({ height }: Stage, random: Random, [px, py]: Point, far: number): Shape[] {
  const fall = height * 1.06 - py;
  const rough = waves(random);
  const slope = (side: 1 | -1, breadth: number): Point[] =>
    DOWN.map((part): Point => [
      px + side * fall * breadth * part ** 0.94 + fall * 0.03 * rough(part * 3 + side) * Math.min(1, part * 3),
      py + fall * part,
    ]);
  const left = slope(-1, random.between(1.15, 1.4));
  const right = slope(1, random.between(1, 1.25));
  const [sway, phase] = [random.between(0.05, 0.08), random.between(-0.5, 0.5)];
  const crest = DOWN.map((part): Point => [
    px + fall * (0.24 * part + sway * part ** 0.6 * Math.sin(phase + part * 11)),
    py + fall * part,
  ]);
  const look = { fade: ['sky', 0.62 - far * 0.4], depth: 0.15 + far * 0.6 } as const;
  return [
    polygon([...left.toReversed(), ...right], 'far', { ...look, blend: ['near', far] }),
    polygon([...right, ...crest.toReversed()], 'far', {
      ...look,
      blend: ['near', far + 0.16],
      depth: look.depth + 0.2,
    }),
  ];
}

interface SoftLine {
  /** Shares of the image's height: the mean of the line, and how far its waves go from there. */
  readonly top: number;
  readonly rise: number;
  /** Large waves in one height of the image. */
  readonly often: number;
}

/** The top of a hill without edges. */
function softLine(stage: Stage, random: Random, { top, rise, often }: SoftLine): Point[] {
  const { height } = stage;
  const wave = waves(random);
  return skyline(stage, (x) => height * (top - rise * wave((x / height) * often)), height / 60);
}

export function mountains(stage: Stage, random: Random): Shape[] {
  const { width, height, side } = stage;
  const place = (at: number, top: number): Point => [
    width * (0.5 + (side || 1) * at) + height * random.between(-0.05, 0.05),
    height * (top + random.between(-0.03, 0.03)),
  ];
  const summits = [
    { at: place(0.52, 0.42), far: 0.08 },
    { at: place(-0.06, 0.5), far: 0.08 },
    { at: place(-0.34, 0.62), far: 0.12 },
    { at: place(0.28, 0.27), far: 0.22 },
    { at: place(-0.56, 0.58), far: 0.22 },
    { at: place(0.08, 0.56), far: 0.34 },
  ];
  const hill = (top: number, rise: number, far: number): Shape => {
    const line = softLine(stage, random, { top, rise, often: 0.5 });
    return below(stage, line, 'far', { blend: ['near', far], fade: ['ground', 0.3], depth: 0.2 + far * 0.6 });
  };
  return [
    glow(stage, height * 0.42),
    lowSun(stage, height * 0.24, 0.12),
    ...summits.flatMap(({ at, far }) => mountain(stage, random, at, far)),
    hill(0.82, 0.07, 0.62),
    hill(0.94, 0.05, 0.96),
  ];
}

export function hills(stage: Stage, random: Random): Shape[] {
  const { height } = stage;
  const bands = [0.08, 0.26, 0.46, 0.68, 0.92].map((far, index) => {
    const line = softLine(stage, random, { top: 0.52 + index * 0.11, rise: 0.1, often: 0.42 });
    const look = { fade: ['ground', 0.5 - far * 0.25], depth: 0.2 + far * 0.6 } as const;
    return below(stage, line, 'far', { blend: [index % 2 ? 'main' : 'near', 0.12 + far * 0.72], ...look });
  });
  return [glow(stage, height * 0.46), lowSun(stage, height * 0.44), ...bands];
}

/** Dunes: each has a peak, a lit side, and a shaded side that begins at a winding crest. */
export function desert(stage: Stage, random: Random): Shape[] {
  const { width, height, side } = stage;
  const places = [0.5 + side * 0.24, 0.5 - side * 0.3, 0.5 + side * 0.42, 0.5 - side * 0.06];
  const dunes = places.flatMap((place, index) => {
    const peak: Point = [width * (place + random.between(-0.04, 0.04)), height * (0.42 + index * 0.14)];
    return dune(stage, peak, 0.25 + index * 0.25, random);
  });
  return [glow(stage, height * 0.4), ...dunes];
}

function dune(stage: Stage, [px, py]: Point, near: number, random: Random): Shape[] {
  const { height } = stage;
  const wave = waves(random);
  const top = (x: number): number => {
    const away = Math.abs(x - px) / height;
    const slope = x < px ? 0.26 : 0.34;
    return py + height * (slope * away ** 1.18 * (1 - 0.12 * Math.min(1.5, away)) + 0.008 * wave(x / height) * away);
  };
  const line = skyline(stage, top, height / 90);
  const foot = height * 1.06;
  const steps = Array.from({ length: 41 }, (_, index) => index / 40);
  const sway = height * random.between(0.1, 0.16);
  const crest = steps.map((part): Point => [
    px + Math.sin(part * Math.PI * 1.5) * sway * part ** 0.7 + part * height * 0.12,
    py + (foot - py) * part,
  ]);
  const right = line.filter(([x]) => x > px);
  const shade = polygon([[px, py], ...right, [right.at(-1)?.[0] ?? px, foot], ...crest.toReversed()], 'ground', {
    blend: ['near', 0.2 + near * 0.32],
    fade: ['main', 0.4],
    depth: 0.2 + near * 0.6,
  });
  const lit = below(stage, line, 'ground', {
    blend: ['main', 0.1 + near * 0.5],
    fade: ['light', 0.25],
    depth: 0.2 + near * 0.6,
  });
  return [lit, shade];
}
