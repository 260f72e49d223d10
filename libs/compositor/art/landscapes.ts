import type { Random } from './random.js';
import { ellipse, leaf, polygon, rectangle, ridge, star, type Point, type Shape } from './shapes.js';
import type { Stage } from './stage.js';

export function mountains(stage: Stage, random: Random): Shape[] {
  const { height, reach } = stage;
  const sun = ellipse(
    [stage.x + random.between(-0.4, 0.4) * reach, height * 0.34],
    reach * 0.34,
    reach * 0.34,
    'accent',
    { depth: 0.05 },
  );
  const ranges = (['far', 'mid', 'near', 'dark'] as const).map((tone, index) =>
    ridge(
      stage,
      height * (0.56 + index * 0.13),
      height * (0.15 - index * 0.022),
      index < 3 ? 0.75 - index * 0.1 : 0.2,
      random,
      { tone, depth: 0.2 + index * 0.22 },
    ),
  );
  return [sun, ...ranges];
}

export function hills(stage: Stage, random: Random): Shape[] {
  const { width, height, reach } = stage;
  const sun = ellipse([stage.x, height * 0.4], reach * 0.42, reach * 0.42, 'accent', { depth: 0.05 });
  const bands = (['far', 'main', 'mid', 'near'] as const).map((tone, index) =>
    ridge(stage, height * (0.58 + index * 0.13), height * 0.07, 0.05, random, { tone, depth: 0.2 + index * 0.22 }),
  );
  const trees = Array.from({ length: 5 }, (_, index) => {
    const x = width * (0.08 + 0.21 * index) + random.between(-0.04, 0.04) * width;
    const size = reach * random.between(0.16, 0.3);
    return tree([x, height * random.between(0.76, 0.88)], size, 'dark');
  });
  return [sun, ...bands, ...trees.flat()];
}

const tree = ([x, y]: Point, size: number, tone: 'dark' | 'near'): Shape[] => [
  rectangle(x - size * 0.06, y - size * 0.5, size * 0.12, size * 0.6, tone, { depth: 0.85 }),
  ellipse([x, y - size], size * 0.42, size * 0.62, tone, { depth: 0.86, form: 'ball' }),
];

export function sea(stage: Stage, random: Random): Shape[] {
  const { width, height, reach } = stage;
  const sun = ellipse([stage.x, height * 0.42], reach * 0.4, reach * 0.4, 'accent', { depth: 0.05 });
  const waves = (['far', 'mid', 'near', 'mid', 'dark'] as const).map((tone, index) =>
    ridge(stage, height * (0.55 + index * 0.105), height * 0.022 * (1 + index * 0.35), 0.1, random, {
      tone,
      depth: 0.15 + index * 0.2,
    }),
  );
  const boat = sail([stage.x - reach * 0.55, height * 0.61], reach * 0.34);
  const sand = ridge(stage, height * 1.0, height * 0.03, 0, random, { tone: 'ground', depth: 1 });
  const birds = Array.from({ length: 3 }, (_, index) =>
    leaf(
      [width * 0.16 + index * reach * 0.3, height * (0.2 + 0.04 * (index % 2))],
      reach * 0.14,
      reach * 0.03,
      -0.3,
      'dark',
      { depth: 0.1 },
    ),
  );
  return [sun, ...birds, ...waves.slice(0, 2), ...boat, ...waves.slice(2), sand];
}

const sail = ([x, y]: Point, size: number): Shape[] => [
  polygon(
    [
      [x, y - size * 1.6],
      [x + size * 0.75, y - size * 0.25],
      [x, y - size * 0.25],
    ],
    'light',
    { depth: 0.5 },
  ),
  polygon(
    [
      [x - size * 0.08, y - size * 1.3],
      [x - size * 0.08, y - size * 0.25],
      [x - size * 0.6, y - size * 0.25],
    ],
    'main',
    { depth: 0.5 },
  ),
  polygon(
    [
      [x - size * 0.75, y - size * 0.15],
      [x + size * 0.85, y - size * 0.15],
      [x + size * 0.5, y + size * 0.18],
      [x - size * 0.45, y + size * 0.18],
    ],
    'dark',
    { depth: 0.5 },
  ),
];

export function winter(stage: Stage, random: Random): Shape[] {
  const { width, height, reach } = stage;
  const moon = ellipse([stage.x, height * 0.28], reach * 0.24, reach * 0.24, 'light', { depth: 0.05 });
  const snow = (['far', 'light', 'light'] as const).map((tone, index) =>
    ridge(stage, height * (0.62 + index * 0.15), height * 0.06, 0.08, random, { tone, depth: 0.2 + index * 0.3 }),
  );
  const pines = Array.from({ length: 9 }, (_, index) => {
    const x = width * (0.04 + index * 0.115) + random.between(-0.02, 0.02) * width;
    return pine(
      [x, height * random.between(0.74, 0.84)],
      reach * random.between(0.34, 0.62),
      index % 3 === 0 ? 'near' : 'dark',
    );
  });
  const flakes = Array.from({ length: 46 }, () =>
    ellipse(
      [random.next() * width, random.next() * height],
      reach * random.between(0.007, 0.022),
      reach * 0.014,
      'light',
      { depth: 0.95 },
    ),
  );
  return [moon, ...snow.slice(0, 2), ...pines.flat(), ...snow.slice(2), ...flakes];
}

const pine = ([x, y]: Point, size: number, tone: 'dark' | 'near'): Shape[] =>
  [0, 1, 2].map((tier) => {
    const half = size * (0.36 - tier * 0.09);
    const foot = y - size * tier * 0.36;
    return polygon(
      [
        [x - half, foot],
        [x, foot - size * 0.62],
        [x + half, foot],
      ],
      tone,
      { depth: 0.6 },
    );
  });

export function night(stage: Stage, random: Random): Shape[] {
  const { width, height, reach } = stage;
  const stars = Array.from({ length: 42 }, () =>
    star([random.next() * width, random.next() * height * 0.62], reach * random.between(0.012, 0.04), 4, 'light', {
      depth: 0.02,
    }),
  );
  const moon = [
    ellipse([stage.x, height * 0.3], reach * 0.34, reach * 0.34, 'main', { depth: 0.05, form: 'ball' }),
    ellipse([stage.x + reach * 0.15, height * 0.27], reach * 0.28, reach * 0.28, 'sky', { depth: 0.06 }),
  ];
  const ranges = (['mid', 'near', 'dark'] as const).map((tone, index) =>
    ridge(stage, height * (0.66 + index * 0.13), height * 0.07, 0.3 - index * 0.1, random, {
      tone,
      depth: 0.3 + index * 0.3,
    }),
  );
  return [...stars, ...moon, ...ranges];
}

export function city(stage: Stage, random: Random): Shape[] {
  const { width, height, reach } = stage;
  const sun = ellipse([stage.x, height * 0.42], reach * 0.46, reach * 0.46, 'accent', { depth: 0.05 });
  const rows = (['far', 'mid', 'near'] as const).flatMap((tone, row) => {
    const houses: Shape[] = [];
    for (let x = -random.between(0, 0.05) * width; x < width;) {
      const wide = reach * random.between(0.16, 0.32);
      const high = height * random.between(0.2, 0.5) * (1 - row * 0.22);
      houses.push(rectangle(x, height - high, wide, high, tone, { depth: 0.2 + row * 0.35 }));
      if (row === 2) houses.push(...windows(x, height - high, wide, high, random));
      x += wide * random.between(1, 1.25);
    }
    return houses;
  });
  return [sun, ...rows];
}

function windows(x: number, y: number, wide: number, high: number, random: Random): Shape[] {
  const pane = wide / 7;
  const rows = Math.floor(high / (pane * 2.4));
  return Array.from({ length: rows * 3 }, (_, index) => index)
    .filter(() => random.next() < 0.55)
    .map((index) =>
      rectangle(
        x + pane * (1 + (index % 3) * 2),
        y + pane * (1 + Math.floor(index / 3) * 2.4),
        pane,
        pane * 1.3,
        'main',
        { depth: 0.95 },
      ),
    );
}
