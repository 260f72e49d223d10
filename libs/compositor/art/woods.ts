import type { Random } from './random.js';
import { below, polygon, skyline, waves, type Point, type Shape } from './shapes.js';
import { flakes, glow } from './skies.js';
import type { Stage } from './stage.js';

/** A conifer: branches droop to both sides and grow shorter towards the top. */
function conifer([x, foot]: Point, tall: number, random: Random): Point[] {
  const tiers = Math.max(7, Math.min(16, Math.round(tall / 14)));
  const side = (sign: number): Point[] =>
    Array.from({ length: tiers }, (_, tier): Point[] => {
      const up = tier / tiers;
      const wide = tall * 0.2 * (1 - up) ** 0.85 * random.between(0.82, 1.12);
      const y = foot - tall * 0.06 - tall * 0.94 * up;
      const next = tall * 0.94 * (1 / tiers);
      return [
        [x + sign * wide, y + next * 0.25],
        [x + sign * wide * 0.42, y - next * 0.55],
      ];
    }).flat();
  const trunk = tall * 0.014;
  return [[x + trunk, foot], ...side(1), [x, foot - tall], ...side(-1).toReversed(), [x - trunk, foot]];
}

/** Rows of conifers from the mist to the front, on a ground of their own. */
function rows(stage: Stage, random: Random, isWinter: boolean): Shape[] {
  const { width, height } = stage;
  return [0.06, 0.24, 0.5, 0.95].flatMap((near, row) => {
    const wave = waves(random);
    const ground = (x: number) => height * (0.6 + row * 0.115 - 0.05 * wave((x / height) * 0.5));
    const step = height * (0.055 + near * 0.075);
    const count = Math.ceil((width * 1.1) / step);
    const trees = Array.from({ length: count }, (_, index) => {
      const x = -width * 0.05 + (index + random.between(-0.35, 0.35)) * step;
      // The front row leaves the middle free.
      if (row === 3 && Math.abs(x - width / 2) < width * 0.22) return [];
      const tall = height * (0.2 + near * 0.3) * random.between(0.7, 1.15);
      return [
        polygon(conifer([x, ground(x) + height * 0.015], tall, random), 'far', {
          blend: ['dark', near * 0.92],
          fade: [isWinter ? 'light' : 'sky', 0.55 - near * 0.35],
          depth: 0.2 + near * 0.6,
        }),
      ];
    });
    const floor = below(stage, skyline(stage, ground, height / 60), isWinter ? 'light' : 'far', {
      blend: isWinter ? ['far', 0.5 - near * 0.4] : ['dark', near * 0.9],
      fade: [isWinter ? 'light' : 'sky', isWinter ? 0.9 : 0.45 - near * 0.4],
      depth: 0.2 + near * 0.6,
    });
    return [...trees.flat(), floor];
  });
}

export const forest = (stage: Stage, random: Random): Shape[] => [
  glow(stage, stage.height * 0.4),
  ...rows(stage, random, false),
];

export const winterForest = (stage: Stage, random: Random): Shape[] => [
  glow(stage, stage.height * 0.35),
  ...rows(stage, random, true),
  ...flakes(stage, random, 80),
];
