import type { Random } from './random.js';
import {
  arch,
  blob,
  ellipse,
  leaf,
  type Point,
  polygon,
  rectangle,
  ridge,
  sector,
  type Shape,
  type Size,
  star,
  turned,
} from './shapes.js';

/** Where the subject goes: its middle and half its height, in pixels. */
export interface Stage extends Size {
  readonly x: number;
  readonly y: number;
  readonly reach: number;
}

type Scene = (stage: Stage, random: Random) => Shape[];

const table = (stage: Stage): Shape =>
  rectangle(-stage.width * 0.02, stage.y + stage.reach * 0.72, stage.width * 1.04, stage.height, 'ground', {
    depth: 0.35,
  });

/** Soft, so that what stands on the table does not float. */
const contact = (x: number, y: number, half: number): Shape =>
  ellipse([x, y], half, half * 0.12, 'shadow', { depth: 0.4 });

function mountains(stage: Stage, random: Random): Shape[] {
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

function hills(stage: Stage, random: Random): Shape[] {
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

function sea(stage: Stage, random: Random): Shape[] {
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

function winter(stage: Stage, random: Random): Shape[] {
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

function night(stage: Stage, random: Random): Shape[] {
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

function city(stage: Stage, random: Random): Shape[] {
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

function cup(stage: Stage, random: Random): Shape[] {
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

function gifts(stage: Stage, random: Random): Shape[] {
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

function botanical(stage: Stage, random: Random): Shape[] {
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

function fruit(stage: Stage, random: Random): Shape[] {
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

function stillLife(stage: Stage, random: Random): Shape[] {
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

function shopping(stage: Stage, random: Random): Shape[] {
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

/** Large quiet shapes, for a prompt without a known word. */
function abstract(stage: Stage, random: Random): Shape[] {
  const { width, height, x, y, reach } = stage;
  const tones = ['far', 'ground', 'mid', 'main'] as const;
  const large = tones.map((tone, index) =>
    blob(
      [x + random.between(-0.9, 0.9) * reach, y + random.between(-0.7, 0.7) * reach],
      reach * (1.25 - index * 0.24),
      random,
      tone,
      { depth: 0.1 + index * 0.18, form: 'ball' },
    ),
  );
  const band = ridge({ width, height }, height * random.between(0.82, 0.92), height * 0.06, 0.05, random, {
    tone: 'near',
    depth: 0.8,
  });
  const dot = ellipse(
    [x + random.between(-0.5, 0.5) * reach, y - random.between(0.2, 0.7) * reach],
    reach * 0.2,
    reach * 0.2,
    'accent',
    { depth: 0.9, form: 'ball' },
  );
  return [...large, band, dot];
}

/** A brand's own ground for an offer: discs and rings on the side that the text leaves free, or in two corners. */
export function ornament(stage: Stage, random: Random): Shape[] {
  const { width, height, x, y } = stage;
  const size = Math.min(height, width) * 0.5;
  const middle = Math.abs(x - width / 2) < width * 0.06;
  const corners: readonly (readonly [Point, number])[] = middle
    ? [
        [[width * 1.0, height * 1.02], 0.78],
        [[width * 0.0, -height * 0.04], 0.62],
      ]
    : [[[x, y + size * random.between(-0.05, 0.1)], 0.95]];
  return corners.flatMap(([[cx, cy], scale], index) => {
    const reach = middle ? size * scale : stage.reach * 1.08;
    const turn = random.between(0, Math.PI);
    return [
      ellipse([cx, cy], reach * 1.12, reach * 1.12, 'far', { depth: 0.1 }),
      ellipse([cx + reach * 0.2, cy + reach * 0.16], reach * 0.8, reach * 0.8, 'ground', { depth: 0.2 }),
      sector([cx, cy], [reach * 1.24, reach * 1.3], turn, turn + Math.PI * 1.1, index ? 'main' : 'accent', {
        depth: 0.3,
      }),
      sector(
        [cx - reach * 0.12, cy - reach * 0.1],
        [0, reach * 0.42],
        turn + 2,
        turn + 2 + Math.PI,
        index ? 'accent' : 'main',
        { depth: 0.6 },
      ),
      ...Array.from({ length: 9 }, (_, dot) =>
        ellipse(
          [cx + reach * (0.5 + (dot % 3) * 0.13), cy - reach * (0.95 - Math.floor(dot / 3) * 0.13)],
          reach * 0.022,
          reach * 0.022,
          'near',
          { depth: 0.7 },
        ),
      ),
    ];
  });
}

/** Beginnings of words that call a scene; the first scene with the most words wins. */
const SCENES: readonly { readonly words: RegExp; readonly scene: Scene }[] = [
  { words: /^(coffee|tea|cup|mug|espresso|latte|cafe|café|cocoa|breakfast|kaffee|warm|cosy|cozy)/, scene: cup },
  {
    words:
      /^(gift|present|sale|birthday|party|celebrat|confetti|surprise|reward|christmas|holiday|thank|geschenk|welcome|black)/,
    scene: gifts,
  },
  {
    words:
      /^(flower|floral|spring|bloom|leaf|leaves|plant|botanic|garden|rose|tulip|jungle|green|natur|herb|valentine|love|beauty|skin)/,
    scene: botanical,
  },
  {
    words: /^(fruit|citrus|orange|lemon|lime|juice|fresh|food|kitchen|healthy|apple|berry|taste|organic)/,
    scene: fruit,
  },
  { words: /^(sea|beach|ocean|wave|summer|sail|coast|surf|island|water|boat|holiday|swim)/, scene: sea },
  { words: /^(mountain|alps|hik|trail|outdoor|adventure|peak|climb|camp|canyon|desert|rock)/, scene: mountains },
  {
    words: /^(hill|field|meadow|country|farm|vineyard|autumn|fall|harvest|sunrise|sunset|landscape|forest|wood)/,
    scene: hills,
  },
  { words: /^(winter|snow|pine|ski|frost|ice|cold|december|advent)/, scene: winter },
  { words: /^(night|moon|star|sleep|dream|sky|space|galaxy|evening|bed)/, scene: night },
  { words: /^(city|urban|street|skyline|building|architect|town|metropol|office|travel)/, scene: city },
  {
    words: /^(home|vase|interior|decor|ceramic|furniture|living|studio|candle|pottery|still|room|craft|handmade)/,
    scene: stillLife,
  },
  {
    words: /^(shop|bag|fashion|store|dress|shoe|sneaker|style|cloth|collection|wear|new|outfit|boutique)/,
    scene: shopping,
  },
];

/** The scene that a prompt asks for; abstract shapes where it names nothing that is known. */
export function sceneFor(prompt: string): Scene {
  const words = prompt.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counts = SCENES.map(({ words: known }) => words.filter((word) => known.test(word)).length);
  const most = Math.max(...counts);
  return most === 0 ? abstract : (SCENES[counts.indexOf(most)]?.scene ?? abstract);
}
