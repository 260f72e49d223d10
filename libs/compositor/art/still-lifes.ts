import type { Random } from './random.js';
import { arch, ellipse, leaf, polygon, rectangle, sector, star, turned, type Point, type Shape } from './shapes.js';
import type { Stage } from './stage.js';

const table = (stage: Stage): Shape =>
  rectangle(-stage.width * 0.02, stage.y + stage.reach * 0.72, stage.width * 1.04, stage.height, 'ground', {
    depth: 0.35,
  });

/** A soft shadow, so that objects on the table do not seem to float. */
const contact = (x: number, y: number, half: number): Shape =>
  ellipse([x, y], half, half * 0.12, 'shadow', { depth: 0.4 });

export function cup(stage: Stage, random: Random): Shape[] {
  const { x, y, reach } = stage;
  const base = y + reach * 0.78;
  const body = (
    [
      [0.26, 0],
      [0.33, 0.025],
      [0.39, 0.09],
      [0.44, 0.2],
      [0.475, 0.34],
      [0.5, 0.52],
      [0.52, 0.74],
    ] as const
  ).map(([half, up]): Point => [half * reach, up * reach]);
  const steam = [-0.2, 0.02, 0.24].map((offset, index) =>
    leaf(
      [x + offset * reach, base - reach * 0.86],
      reach * random.between(0.5, 0.75),
      reach * 0.1,
      -Math.PI / 2 + (index - 1) * 0.16,
      'light',
      { depth: 0.3 },
    ),
  );
  const beans = Array.from({ length: 6 }, (_, index) =>
    ellipse(
      [x + reach * (0.85 + (index % 3) * 0.24), base + reach * random.between(-0.02, 0.16)],
      reach * 0.11,
      reach * 0.07,
      'dark',
      { turn: random.between(-0.8, 0.8), depth: 0.9, form: 'ball' },
    ),
  );
  return [
    arch(x, base, reach * 1.9, reach * 1.75, 'far', { depth: 0.15 }),
    table(stage),
    contact(x, base + reach * 0.03, reach * 0.95),
    ...steam,
    ellipse([x, base + reach * 0.01], reach * 0.86, reach * 0.1, 'light', { depth: 0.6, form: 'ball' }),
    sector(
      [x + reach * 0.5, base - reach * 0.42],
      [reach * 0.15, reach * 0.25],
      -Math.PI * 0.62,
      Math.PI * 0.62,
      'main',
      { depth: 0.65 },
    ),
    turned(x, base, body, 'main', { depth: 0.7 }),
    ellipse([x, base - reach * 0.74], reach * 0.52, reach * 0.11, 'light', { depth: 0.72 }),
    ellipse([x, base - reach * 0.73], reach * 0.46, reach * 0.085, 'dark', { depth: 0.74 }),
    ...beans,
  ];
}

export function gifts(stage: Stage, random: Random): Shape[] {
  const { x, y, reach, width, height } = stage;
  const base = y + reach * 0.8;
  const confetti = Array.from({ length: 38 }, (_, index) => {
    const at: Point = [random.next() * width, random.next() * height * 0.8];
    const tone = (['accent', 'main', 'near', 'light'] as const)[index % 4] ?? 'accent';
    return index % 2
      ? ellipse(at, reach * 0.025, reach * 0.025, tone, { depth: 0.1 })
      : leaf(at, reach * 0.11, reach * 0.045, random.next() * 6, tone, { depth: 0.1 });
  });
  return [
    ...confetti,
    table(stage),
    contact(x, base + reach * 0.02, reach * 1.05),
    ...box(x + reach * 0.5, base, reach * 0.66, reach * 0.92, 'near', 'light'),
    ...box(x - reach * 0.35, base, reach * 0.88, reach * 0.66, 'accent', 'main'),
    ...box(x + reach * 0.3, base + reach * 0.05, reach * 0.46, reach * 0.4, 'main', 'dark'),
  ];
}

type BoxTone = 'near' | 'accent' | 'main' | 'light' | 'dark';

function box(x: number, base: number, wide: number, high: number, tone: BoxTone, ribbon: BoxTone): Shape[] {
  const lid = high * 0.2;
  const bow = (angle: number) =>
    leaf([x, base - high], wide * 0.42, wide * 0.26, angle, ribbon, { depth: 0.85, form: 'ball' });
  return [
    rectangle(x - wide / 2, base - high + lid * 0.6, wide, high - lid * 0.6, tone, { depth: 0.75, form: 'column' }),
    rectangle(x - wide * 0.08, base - high, wide * 0.16, high, ribbon, { depth: 0.8 }),
    rectangle(x - wide * 0.54, base - high, wide * 1.08, lid, tone, { depth: 0.82, form: 'column' }),
    rectangle(x - wide * 0.08, base - high, wide * 0.16, lid, ribbon, { depth: 0.83 }),
    bow(-Math.PI * 0.83),
    bow(-Math.PI * 0.17),
  ];
}

export function botanical(stage: Stage, random: Random): Shape[] {
  const { x, y, reach } = stage;
  const disc = ellipse([x, y - reach * 0.05], reach * 0.78, reach * 0.78, 'ground', { depth: 0.1 });
  const stems = Array.from({ length: 7 }, (_, index) => {
    const lean = -Math.PI / 2 + (index - 3) * 0.27 + random.between(-0.08, 0.08);
    return frond(
      [x + (index - 3) * reach * 0.05, y + reach * 0.98],
      reach * random.between(1.15, 1.75),
      lean,
      index % 2 ? 'near' : 'mid',
      index % 2 ? 0.7 : 0.5,
    );
  });
  const flowers = Array.from({ length: 5 }, (_, index) => {
    const angle = -Math.PI / 2 + (index - 2) * 0.46;
    const far = reach * random.between(0.85, 1.35);
    return flower(
      [x + Math.cos(angle) * far * 0.7, y + reach * 0.75 + Math.sin(angle) * far],
      reach * random.between(0.17, 0.27),
      index % 2 ? 'main' : 'accent',
      random,
    );
  });
  return [disc, ...stems.flat(), ...flowers.flat()];
}

function frond([x, y]: Point, length: number, lean: number, tone: 'near' | 'mid', depth: number): Shape[] {
  const at = (part: number): Point => [x + Math.cos(lean) * length * part, y + Math.sin(lean) * length * part];
  const stem = leaf([x, y], length, length * 0.018, lean, tone, { depth });
  const blades = Array.from({ length: 6 }, (_, index) => {
    const part = 0.3 + index * 0.11;
    const size = length * (0.34 - index * 0.035);
    return [
      leaf(at(part), size, size * 0.36, lean - 0.7, tone, { depth }),
      leaf(at(part + 0.04), size, size * 0.36, lean + 0.7, tone, { depth }),
    ];
  });
  return [stem, ...blades.flat(), leaf(at(0.9), length * 0.2, length * 0.07, lean, tone, { depth })];
}

function flower(center: Point, radius: number, tone: 'main' | 'accent', random: Random): Shape[] {
  const turn = random.next();
  const petals = Array.from({ length: 7 }, (_, index) =>
    leaf(center, radius, radius * 0.62, turn + (index / 7) * Math.PI * 2, tone, { depth: 0.85, form: 'ball' }),
  );
  return [
    ...petals,
    ellipse(center, radius * 0.24, radius * 0.24, tone === 'main' ? 'accent' : 'light', { depth: 0.95, form: 'ball' }),
  ];
}

export function fruit(stage: Stage, random: Random): Shape[] {
  const { x, y, reach } = stage;
  const base = y + reach * 0.78;
  const slice = ([cx, cy]: Point, radius: number): Shape[] => [
    ellipse([cx, cy], radius, radius, 'accent', { depth: 0.8 }),
    ellipse([cx, cy], radius * 0.88, radius * 0.88, 'light', { depth: 0.82 }),
    ...Array.from({ length: 8 }, (_, index) =>
      sector(
        [cx, cy],
        [radius * 0.1, radius * 0.8],
        (index / 8) * Math.PI * 2 + 0.06,
        ((index + 1) / 8) * Math.PI * 2 - 0.06,
        'accent',
        { depth: 0.84 },
      ),
    ),
  ];
  const ball = ([cx, cy]: Point, radius: number, tone: 'accent' | 'main'): Shape[] => [
    contact(cx, base + reach * 0.02, radius * 0.95),
    ellipse([cx, cy], radius, radius, tone, { depth: 0.7, form: 'ball' }),
    leaf([cx, cy - radius * 0.94], radius * 0.75, radius * 0.34, -0.5 - random.next() * 0.4, 'near', { depth: 0.75 }),
  ];
  return [
    ellipse([x, y - reach * 0.05], reach * 0.95, reach * 0.95, 'far', { depth: 0.1 }),
    table(stage),
    ...ball([x - reach * 0.5, base - reach * 0.42], reach * 0.42, 'accent'),
    ...ball([x + reach * 0.22, base - reach * 0.52], reach * 0.52, 'main'),
    ...slice([x + reach * 0.72, base - reach * 0.18], reach * 0.36),
    ...slice([x - reach * 0.12, base - reach * 0.08], reach * 0.27),
  ];
}

export function stillLife(stage: Stage, random: Random): Shape[] {
  const { x, y, reach } = stage;
  const base = y + reach * 0.8;
  const vase: Point[] = [
    [reach * 0.18, 0],
    [reach * 0.3, reach * 0.14],
    [reach * 0.34, reach * 0.38],
    [reach * 0.24, reach * 0.62],
    [reach * 0.12, reach * 0.76],
    [reach * 0.15, reach * 0.88],
  ];
  const stems = [-0.34, -0.08, 0.2].map((lean, index) =>
    frond(
      [x - reach * 0.25, base - reach * 0.84],
      reach * random.between(0.75, 1),
      -Math.PI / 2 + lean,
      index % 2 ? 'mid' : 'near',
      0.55,
    ),
  );
  return [
    arch(x + reach * 0.12, base, reach * 1.15, reach * 1.7, 'far', { depth: 0.15 }),
    ellipse([x + reach * 0.5, base - reach * 1.2], reach * 0.3, reach * 0.3, 'accent', { depth: 0.2, form: 'ball' }),
    table(stage),
    ...stems.flat(),
    contact(x - reach * 0.22, base + reach * 0.02, reach * 0.45),
    turned(x - reach * 0.25, base, vase, 'main', { depth: 0.7 }),
    contact(x + reach * 0.5, base + reach * 0.03, reach * 0.4),
    ellipse([x + reach * 0.5, base - reach * 0.3], reach * 0.32, reach * 0.32, 'near', { depth: 0.8, form: 'ball' }),
    turned(
      x + reach * 0.98,
      base,
      [
        [reach * 0.16, 0],
        [reach * 0.16, reach * 0.5],
      ],
      'accent',
      { depth: 0.75 },
    ),
  ];
}

export function shopping(stage: Stage, random: Random): Shape[] {
  const { x, y, reach } = stage;
  const base = y + reach * 0.82;
  const bag = (cx: number, wide: number, high: number, tone: BoxTone, depth: number): Shape[] => [
    sector([cx, base - high], [wide * 0.2, wide * 0.25], Math.PI, Math.PI * 2, 'dark', { depth }),
    polygon(
      [
        [cx - wide * 0.46, base - high],
        [cx + wide * 0.46, base - high],
        [cx + wide * 0.5, base],
        [cx - wide * 0.5, base],
      ],
      tone,
      { depth, form: 'column' },
    ),
    ellipse([cx, base - high * 0.48], wide * 0.17, wide * 0.17, tone === 'light' ? 'accent' : 'light', {
      depth: depth + 0.02,
    }),
  ];
  const sparkle = Array.from({ length: 12 }, () =>
    star(
      [x + random.between(-1.5, 1.5) * reach, y + random.between(-1, 0.2) * reach],
      reach * random.between(0.03, 0.08),
      4,
      'accent',
      { depth: 0.1 },
    ),
  );
  return [
    ellipse([x, y], reach * 0.98, reach * 0.98, 'far', { depth: 0.08 }),
    ...sparkle,
    table(stage),
    contact(x, base + reach * 0.02, reach * 0.95),
    ...bag(x + reach * 0.42, reach * 0.72, reach * 1.05, 'near', 0.6),
    ...bag(x - reach * 0.36, reach * 0.86, reach * 0.85, 'accent', 0.7),
    ...bag(x + reach * 0.2, reach * 0.5, reach * 0.55, 'main', 0.85),
  ];
}
