import type { Random } from './random.js';

export type Point = readonly [x: number, y: number];

/** The colour role of a shape; a style decides its colour. */
export type Tone = 'sky' | 'far' | 'mid' | 'near' | 'dark' | 'main' | 'accent' | 'light' | 'ground' | 'shadow';

/** A role, or the true colour of a thing: coffee is brown in every brand. */
export type Colour = Tone | `#${string}`;

/** A closed outline in pixels. */
export interface Shape {
  readonly points: readonly Point[];
  /** Rounded between its points. */
  readonly smooth: boolean;
  readonly tone: Colour;
  /** So much of the second colour is mixed in, 0..1. */
  readonly blend: readonly [Colour, number] | null;
  /** The colour of the lower end; the shape fades into it. */
  readonly fade: readonly [Colour, number] | null;
  /** 0 is far away, 1 is in front. */
  readonly depth: number;
  /** How light falls on it. `glow` is light itself: strongest in the middle, nothing at the edge. */
  readonly form: 'flat' | 'ball' | 'column' | 'glow';
  readonly opacity: number;
  /** A soft shadow below it, in fractions of the image's shorter side. */
  readonly lift: number;
}

export type Look = Partial<Omit<Shape, 'points' | 'tone'>>;

const shape = (points: readonly Point[], tone: Colour, look: Look): Shape => ({
  points,
  tone,
  smooth: true,
  blend: null,
  fade: null,
  depth: 0.6,
  form: 'flat',
  opacity: 1,
  lift: 0,
  ...look,
});

export const polygon = (points: readonly Point[], tone: Colour, look: Look = {}): Shape =>
  shape(points, tone, { smooth: false, ...look });

export const curve = (points: readonly Point[], tone: Colour, look: Look = {}): Shape => shape(points, tone, look);

/** Turns points around the origin and moves them. */
export const placed = (points: readonly Point[], [x, y]: Point, turn: number): Point[] =>
  points.map(([px, py]): Point => [
    x + px * Math.cos(turn) - py * Math.sin(turn),
    y + px * Math.sin(turn) + py * Math.cos(turn),
  ]);

export function ellipse(
  center: Point,
  rx: number,
  ry: number,
  tone: Colour,
  look: Look & { turn?: number } = {},
): Shape {
  const { turn = 0, ...rest } = look;
  const points = Array.from({ length: 48 }, (_, index): Point => {
    const angle = (index / 48) * Math.PI * 2;
    return [Math.cos(angle) * rx, Math.sin(angle) * ry];
  });
  return shape(placed(points, center, turn), tone, rest);
}

export const disc = (center: Point, radius: number, tone: Colour, look: Look = {}): Shape =>
  ellipse(center, radius, radius, tone, look);

/** A part of a ring or of a disc, from one angle to another. */
export function sector(center: Point, radii: Point, from: number, to: number, tone: Colour, look: Look = {}): Shape {
  const [inner, outer] = radii;
  const steps = Math.max(12, Math.ceil(Math.abs(to - from) * 28));
  const arc = (radius: number, backwards: boolean): Point[] =>
    Array.from({ length: steps + 1 }, (_, index): Point => {
      const part = backwards ? 1 - index / steps : index / steps;
      const angle = from + (to - from) * part;
      return [center[0] + Math.cos(angle) * radius, center[1] + Math.sin(angle) * radius];
    });
  return polygon([...arc(outer, false), ...(inner > 0 ? arc(inner, true) : [center])], tone, look);
}

export function rectangle(x: number, y: number, width: number, height: number, tone: Colour, look: Look = {}): Shape {
  return polygon(
    [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ],
    tone,
    look,
  );
}

/** A pointed leaf or petal that begins at its stalk, or a half of it. `angle` is in radians, 0 to the right. */
export function leaf(
  stalk: Point,
  [length, width]: Point,
  angle: number,
  tone: Colour,
  look: Look & { side?: 1 | -1; belly?: number } = {},
): Shape {
  const { side, belly = 0.8, ...rest } = look;
  const outline = Array.from({ length: 25 }, (_, index) => index / 24);
  const half = (sign: number): Point[] =>
    outline.map((part): Point => [part * length, sign * width * 0.5 * Math.sin(Math.PI * part ** belly)]);
  const midrib = outline.map((part): Point => [part * length, 0]);
  const points = side === undefined ? [...half(1), ...half(-1).toReversed()] : [...half(side), ...midrib.toReversed()];
  return polygon(placed(points, stalk, angle), tone, rest);
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A line from the left edge to the right one and beyond, in steps that depend on the height only. */
export function skyline(size: Size, height: (x: number) => number, step: number): Point[] {
  const count = Math.ceil((size.width * 1.08) / step);
  return Array.from({ length: count + 1 }, (_, index): Point => {
    const x = -size.width * 0.04 + index * step;
    return [x, height(x)];
  });
}

/** Everything below a line. */
export function below(size: Size, line: readonly Point[], tone: Colour, look: Look = {}): Shape {
  const floor = size.height * 1.06;
  const [first, last] = [line[0]?.[0] ?? 0, line.at(-1)?.[0] ?? size.width];
  return polygon([...line, [last, floor], [first, floor]], tone, look);
}

/** Smooth noise from -1 to 1: four waves of random phases. `x` is 1 for one large wave. */
export function waves(random: Random): (x: number) => number {
  const parts = [1, 2.3, 4.1, 7.9].map((often, index) => ({
    often: often * random.between(0.85, 1.15),
    phase: random.next() * Math.PI * 2,
    strength: 0.62 / 2 ** index,
  }));
  return (x) =>
    parts.reduce((sum, { often, phase, strength }) => sum + Math.sin(x * often * Math.PI + phase) * strength, 0);
}

/** Noise with sharp peaks, 0..1: the distance to random values at whole numbers, in five octaves. */
export function peaks(random: Random): (x: number) => number {
  const values = Array.from({ length: 256 }, () => random.next());
  const at = (x: number): number => {
    const whole = Math.floor(x);
    const part = x - whole;
    const from = values[whole & 255] ?? 0;
    const to = values[(whole + 1) & 255] ?? 0;
    return from + (to - from) * part;
  };
  return (x) =>
    [0, 1, 2, 3, 4].reduce((sum, octave) => sum + (at(x * 2 ** octave + octave * 37) * 0.55) / 2 ** octave, 0);
}

/** A level line beyond both edges. */
export const edgeToEdge = ({ width }: Size, y: number): Point[] => [
  [-width * 0.1, y],
  [width * 1.1, y],
];
