import type { Random } from './random.js';

export type Point = readonly [x: number, y: number];

/** The colour role of a shape; a style decides its colour. */
export type Tone = 'sky' | 'far' | 'mid' | 'near' | 'dark' | 'main' | 'accent' | 'light' | 'ground' | 'shadow';

/** A closed outline in pixels. */
export interface Shape {
  readonly points: readonly Point[];
  /** Rounded between its points. */
  readonly smooth: boolean;
  readonly tone: Tone;
  /** 0 is far away, 1 is in front. */
  readonly depth: number;
  /** How light falls on it. */
  readonly form: 'flat' | 'ball' | 'column';
}

type Look = Partial<Pick<Shape, 'smooth' | 'depth' | 'form'>>;

const shape = (points: readonly Point[], tone: Tone, look: Look): Shape => ({
  points,
  tone,
  smooth: true,
  depth: 0.6,
  form: 'flat',
  ...look,
});

export const polygon = (points: readonly Point[], tone: Tone, look: Look = {}): Shape =>
  shape(points, tone, { smooth: false, ...look });

export function ellipse(center: Point, rx: number, ry: number, tone: Tone, look: Look & { turn?: number } = {}): Shape {
  const { turn = 0, ...rest } = look;
  const points = Array.from({ length: 28 }, (_, index): Point => {
    const angle = (index / 28) * Math.PI * 2;
    const x = Math.cos(angle) * rx;
    const y = Math.sin(angle) * ry;
    return [center[0] + x * Math.cos(turn) - y * Math.sin(turn), center[1] + x * Math.sin(turn) + y * Math.cos(turn)];
  });
  return shape(points, tone, rest);
}

/** A part of a ring or of a disc, from one angle to another. */
export function sector(center: Point, radii: Point, from: number, to: number, tone: Tone, look: Look = {}): Shape {
  const [inner, outer] = radii;
  const steps = Math.max(8, Math.ceil(Math.abs(to - from) * 16));
  const arc = (radius: number, backwards: boolean): Point[] =>
    Array.from({ length: steps + 1 }, (_, index): Point => {
      const part = backwards ? 1 - index / steps : index / steps;
      const angle = from + (to - from) * part;
      return [center[0] + Math.cos(angle) * radius, center[1] + Math.sin(angle) * radius];
    });
  return polygon([...arc(outer, false), ...(inner > 0 ? arc(inner, true) : [center])], tone, look);
}

export function rectangle(x: number, y: number, width: number, height: number, tone: Tone, look: Look = {}): Shape {
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

/** A pointed leaf or petal that begins at its stalk. `angle` is in radians, 0 to the right. */
export function leaf(stalk: Point, length: number, width: number, angle: number, tone: Tone, look: Look = {}): Shape {
  const outline = Array.from({ length: 13 }, (_, index) => index / 12);
  const side =
    (sign: number) =>
    (part: number): Point => {
      const along = part * length;
      const across = sign * width * 0.5 * Math.sin(Math.PI * part ** 0.8);
      return [
        stalk[0] + Math.cos(angle) * along - Math.sin(angle) * across,
        stalk[1] + Math.sin(angle) * along + Math.cos(angle) * across,
      ];
    };
  return polygon([...outline.map(side(1)), ...outline.toReversed().map(side(-1))], tone, look);
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Hills or mountains: a line across the image, filled down to the bottom. `rough` is 0 for waves and 1 for peaks. */
export function ridge(
  size: Size,
  y: number,
  rise: number,
  rough: number,
  random: Random,
  look: Look & { tone: Tone },
): Shape {
  const { tone, ...rest } = look;
  const phases = [random.next(), random.next(), random.next()].map((part) => part * Math.PI * 2);
  const steps = Math.round(24 + rough * 16);
  const line = Array.from({ length: steps + 1 }, (_, index): Point => {
    const x = index / steps;
    const wave =
      Math.sin(x * 5 + (phases[0] ?? 0)) * 0.6 +
      Math.sin(x * 11 + (phases[1] ?? 0)) * 0.3 * (0.4 + rough) +
      Math.sin(x * 23 + (phases[2] ?? 0)) * 0.22 * rough +
      random.between(-0.3, 0.3) * rough;
    return [(x * 1.04 - 0.02) * size.width, y - wave * rise];
  });
  const floor = size.height * 1.05;
  return shape([...line, [size.width * 1.02, floor], [-size.width * 0.02, floor]], tone, {
    smooth: rough < 0.5,
    ...rest,
  });
}

export function star(center: Point, radius: number, spikes: number, tone: Tone, look: Look = {}): Shape {
  const points = Array.from({ length: spikes * 2 }, (_, index): Point => {
    const reach = index % 2 === 0 ? radius : radius * 0.42;
    const angle = (index / spikes) * Math.PI - Math.PI / 2;
    return [center[0] + Math.cos(angle) * reach, center[1] + Math.sin(angle) * reach];
  });
  return polygon(points, tone, look);
}

/** A soft, round, asymmetric shape. */
export function blob(center: Point, radius: number, random: Random, tone: Tone, look: Look = {}): Shape {
  const points = Array.from({ length: 9 }, (_, index): Point => {
    const angle = (index / 9) * Math.PI * 2;
    const reach = radius * random.between(0.78, 1.12);
    return [center[0] + Math.cos(angle) * reach, center[1] + Math.sin(angle) * reach];
  });
  return shape(points, tone, look);
}

/** A doorway with a round top whose bottom is at `base`. */
export function arch(center: number, base: number, width: number, height: number, tone: Tone, look: Look = {}): Shape {
  const radius = width / 2;
  const top = Array.from({ length: 21 }, (_, index): Point => {
    const angle = Math.PI + (index / 20) * Math.PI;
    return [center + Math.cos(angle) * radius, base - height + radius + Math.sin(angle) * radius];
  });
  return polygon([[center - radius, base], ...top, [center + radius, base]], tone, look);
}

/** A solid of revolution: half widths at heights above the base, in pixels. */
export function turned(center: number, base: number, profile: readonly Point[], tone: Tone, look: Look = {}): Shape {
  const right = profile.map(([half, up]): Point => [center + half, base - up]);
  const left = profile.toReversed().map(([half, up]): Point => [center - half, base - up]);
  return polygon([...right, ...left], tone, { form: 'column', ...look });
}
