import type { Tone } from '../types.js';
import type { Random } from './random.js';
import {
  below,
  curve,
  disc,
  ellipse,
  polygon,
  placed,
  sector,
  waves,
  type Colour,
  type Point,
  type Shape,
} from './shapes.js';
import type { Scene, Stage } from './stage.js';

/** The side of the image that stays calm lies opposite of `edge`: 1 on the right, -1 on the left. */
const edgeOf = ({ side }: Stage, random: Random): -1 | 1 => (side === 0 ? (random.next() < 0.5 ? -1 : 1) : side);

/** Sheets of one wave behind the other, rising to one side. */
const ribbons: Scene = (stage, random) => {
  const { width, height } = stage;
  const edge = edgeOf(stage, random);
  const tones: readonly (readonly [Colour, Colour, number])[] = [
    ['far', 'sky', 0.35],
    ['ground', 'main', 0.4],
    ['main', 'ground', 0.1],
    ['mid', 'near', 0.3],
    ['near', 'dark', 0.15],
  ];
  const bend = waves(random);
  return tones.map(([tone, other, share], index) => {
    const part = index / (tones.length - 1);
    const line = Array.from({ length: 61 }, (_, at): Point => {
      const along = at / 60;
      const rise = edge === 1 ? along : 1 - along;
      const wave = bend(along * 0.85 + part * 0.55) * 0.1;
      const y = height * (1.02 - (1 - part * 0.8) * (0.16 + 0.92 * rise ** 1.5) + wave * (1.3 - part * 0.6));
      return [(along * 1.1 - 0.05) * width, y];
    });
    return below(stage, line, tone, { blend: [other, share], fade: [other, 0.6], lift: 0.05, depth: 0.3 + part * 0.6 });
  });
};

/** Rings around a corner, thick and thin. */
const arcs: Scene = (stage, random) => {
  const { width, height } = stage;
  const edge = edgeOf(stage, random);
  const center: Point = [width * (edge === 1 ? 0.8 : 0.2), height * 1.02];
  const size = Math.min(height * 0.9, width * 0.5);
  const bands: readonly (readonly [number, Colour, Colour])[] = [
    [1, 'far', 'sky'],
    [0.82, 'ground', 'main'],
    [0.64, 'main', 'ground'],
    [0.46, 'accent', 'main'],
    [0.28, 'near', 'dark'],
  ];
  return bands.map(([part, tone, other], index) =>
    disc(center, size * part, tone, {
      blend: [other, 0.12],
      fade: [other, 0.35],
      lift: 0.03,
      depth: 0.3 + index * 0.14,
    }),
  );
};

/** One large ball at the edge, a small one before it, and a thin ring. */
const spheres: Scene = (stage, random) => {
  const { width, height } = stage;
  const edge = edgeOf(stage, random);
  const unit = Math.min(width, height);
  const x = edge === 1 ? width - unit * 0.36 : unit * 0.36;
  const at = (right: number, down: number): Point => [x + edge * right * unit, height * 0.5 + down * unit];
  return [
    sector(at(0.06, -0.02), [unit * 0.6, unit * 0.606], 0, Math.PI * 2, 'mid', { depth: 0.1, opacity: 0.6 }),
    disc(at(0.1, 0.04), unit * 0.46, 'main', { form: 'ball', blend: ['ground', 0.25], lift: 0.05, depth: 0.5 }),
    disc(at(-0.3, 0.26), unit * 0.19, 'near', { form: 'ball', lift: 0.04, depth: 0.8 }),
    disc(at(-0.17, -0.36), unit * 0.075, 'accent', { form: 'ball', lift: 0.025, depth: 0.85 }),
  ];
};

/** Quarters of discs in a grid that thins out towards the calm side. */
const quarters: Scene = (stage, random) => {
  const { width, height } = stage;
  const edge = edgeOf(stage, random);
  const rows = height > width * 1.2 ? 7 : 4;
  const cell = height / rows;
  const columns = Math.ceil(Math.min(width * 0.5, height * 1.1) / cell);
  const tones: readonly [Colour, ...Colour[]] = ['near', 'main', 'ground', 'accent', 'far', 'main', 'near', 'mid'];
  const tiles: Shape[] = [];
  // A tile beyond a gap would look forgotten.
  const ended = new Set<number>();
  for (let column = 0; column < columns; column += 1) {
    for (let row = 0; row < rows; row += 1) {
      const left = edge === 1 ? width - (column + 1) * cell : column * cell;
      if (column > 0 && random.next() < (column / columns) ** 1.6) ended.add(row);
      if (ended.has(row)) continue;
      tiles.push(...tile([left, row * cell], cell, random.pick(tones), random.pick(tones), random));
    }
  }
  return tiles;
};

function tile([x, y]: Point, cell: number, ground: Colour, tone: Colour, random: Random): Shape[] {
  const corner = Math.floor(random.next() * 4);
  const center: Point = [x + (corner % 2) * cell, y + Math.floor(corner / 2) * cell];
  const from = [0, Math.PI / 2, -Math.PI / 2, Math.PI][corner] ?? 0;
  const square = polygon(
    [
      [x, y],
      [x + cell, y],
      [x + cell, y + cell],
      [x, y + cell],
    ],
    ground,
    { depth: 0.3 },
  );
  const quarter = sector(center, [0, cell], from, from + Math.PI / 2, tone === ground ? 'light' : tone, { depth: 0.6 });
  return random.next() < 0.22 ? [quarter] : [square, quarter];
}

/** Soft stains of light without an edge. Nothing of it has an outline. */
export const light: Scene = (stage, random) => {
  const { width, height } = stage;
  const edge = edgeOf(stage, random);
  const size = Math.max(width, height);
  const x = (part: number): number => (edge === 1 ? part : 1 - part) * width;
  const stain = (part: number, down: number, radius: number, tone: Colour, opacity: number): Shape =>
    ellipse(
      [x(part + random.between(-0.05, 0.05)), height * (down + random.between(-0.08, 0.08))],
      size * radius,
      size * radius * 0.82,
      tone,
      {
        form: 'glow',
        opacity,
        turn: random.next(),
        depth: 0.1,
      },
    );
  return [
    stain(0.86, 0.55, 0.72, 'ground', 1),
    stain(0.98, 0.1, 0.62, 'main', 1),
    stain(1.02, 1.02, 0.5, 'accent', 0.85),
    stain(0.62, 1.12, 0.4, 'main', 0.6),
  ];
};

/** Sheets of paper that lie over each other at one side. */
const sheets: Scene = (stage, random) => {
  const { width, height } = stage;
  const edge = edgeOf(stage, random);
  const lean = random.between(0.16, 0.3);
  const tones: readonly (readonly [number, Colour, Colour])[] = [
    [0.46, 'far', 'sky'],
    [0.57, 'ground', 'main'],
    [0.68, 'main', 'ground'],
    [0.79, 'accent', 'main'],
    [0.825, 'near', 'dark'],
  ];
  const long = height * 1.6;
  return tones.map(([from, tone, other], index) => {
    const x = (edge === 1 ? from : 1 - from) * width;
    const turn = edge * (lean - index * 0.035);
    const corners: Point[] = [
      [0, -long],
      [edge * width * 1.2, -long],
      [edge * width * 1.2, long],
      [0, long],
    ];
    const look = { blend: [other, 0.14], fade: [other, 0.3], lift: 0.06, depth: 0.3 + index * 0.14 } as const;
    return polygon(placed(corners, [x, height / 2], turn), tone, look);
  });
};

/** A soft form that flows in from the edge, with two more inside. */
const pebbles: Scene = (stage, random) => {
  const { width, height } = stage;
  const edge = edgeOf(stage, random);
  const unit = Math.min(width, height);
  const wave = waves(random);
  const form = ([x, y]: Point, radius: number, turn: number): Point[] =>
    Array.from({ length: 40 }, (_, index): Point => {
      const angle = (index / 40) * Math.PI * 2;
      const reach = radius * (1 + 0.13 * Math.sin(angle * 2 + turn) + 0.07 * Math.sin(angle * 3 + wave(turn) * 4));
      return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach * 0.94];
    });
  const x = edge === 1 ? width : 0;
  const at = (right: number, down: number): Point => [x - edge * right * unit, height * down];
  return [
    curve(form(at(0.1, 0.62), unit * 0.82, random.next() * 6), 'far', { fade: ['sky', 0.3], lift: 0.03, depth: 0.3 }),
    curve(form(at(0.02, 0.78), unit * 0.62, random.next() * 6), 'main', {
      fade: ['ground', 0.5],
      lift: 0.04,
      depth: 0.5,
    }),
    curve(form(at(0.06, 1.02), unit * 0.42, random.next() * 6), 'near', {
      fade: ['dark', 0.3],
      lift: 0.04,
      depth: 0.7,
    }),
    curve(form(at(0.52, 1.02), unit * 0.2, random.next() * 6), 'accent', { lift: 0.03, depth: 0.8 }),
  ];
};

/** Compositions in the brand's colours that show no thing, those first that suit the tone most. */
export const PATTERNS: Readonly<Record<Tone, readonly [Scene, ...Scene[]]>> = {
  calm: [ribbons, pebbles, arcs, light],
  playful: [pebbles, spheres, quarters, ribbons],
  elegant: [sheets, ribbons, light, pebbles],
  bold: [quarters, sheets, arcs, spheres],
};
