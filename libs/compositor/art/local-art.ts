import { createCanvas } from '@napi-rs/canvas';
import { MIN_VARIANT_DISTANCE, perceptualDistance } from '../image/distance.js';
import { mix } from '../colour/rgb.js';
import type { Box, Palette, RawImage } from '../types.js';
import { finish } from './finish.js';
import { type Easel, paintShapes } from './paint.js';
import { randomFrom, seedOf } from './random.js';
import { subjectOf } from './scenes.js';
import type { Stage } from './stage.js';
import { styleFor } from './styles.js';
import { type Tones, TREATMENTS } from './treatments.js';

export interface ArtOptions {
  /** Known words choose the subject, and all words together the composition. Empty: a quiet ground. */
  readonly prompt: string;
  /** One of `STYLES` or free text. */
  readonly style: string;
  readonly palette: Palette;
  /** Pixels, 64..4096. */
  readonly width: number;
  readonly height: number;
  /** The same options and seed give the same pixels; another seed gives another composition. */
  readonly seed: number;
  /** Where the subject goes, in fractions of the image; default the middle. Text is placed elsewhere. */
  readonly subject?: Box;
}

/** Draws an image without any service. Deterministic. */
export function drawLocalArt(options: ArtOptions): RawImage {
  const { width, height } = options;
  const canvas = createCanvas(width, height);
  const style = styleFor(options.style);
  const random = randomFrom(seedOf(options.prompt, style, options.seed));
  const treatment = TREATMENTS[style];
  const tones = inLight(treatment.tones(options.palette), options, treatment.fill === 'outline');
  const ctx = canvas.getContext('2d');
  const easel: Easel = { ctx, tones, unit: Math.min(width, height), random };
  const sky = ctx.createLinearGradient(0, 0, 0, height);
  sky.addColorStop(0, tones.sky);
  sky.addColorStop(1, mix(tones.sky, tones.far, treatment.fill === 'outline' ? 0 : 0.5));
  ctx.fillStyle = sky;
  ctx.fillRect(0, 0, width, height);
  finish(easel, options, treatment, 'before');
  const { scene } = subjectOf(options.prompt);
  paintShapes(easel, treatment, scene(stageOf(options, treatment.scale, random.next()), random));
  finish(easel, options, treatment, 'after');
  return { width, height, data: Buffer.from(ctx.getImageData(0, 0, width, height).data.buffer) };
}

/** Each seed has another light in the brand's colours, so that variants differ at a glance: day, gold, dusk, blush. */
function inLight(tones: Tones, { palette, seed }: ArtOptions, outlined: boolean): Tones {
  const { sky, near, ground } = tones;
  const gold = mix(sky, palette.secondary, 0.66);
  const blush = mix(sky, palette.accent, 0.58);
  const dusk = mix(sky, near, outlined ? 0.94 : 0.6);
  const chalk = Object.fromEntries(Object.keys(tones).map((tone) => [tone, mix(sky, '#ffffff', 0.5)]));
  const lights: readonly Partial<Tones>[] = [
    {},
    {
      sky: gold,
      ground: mix(ground, near, 0.12),
      ...(outlined ? {} : { main: palette.accent, accent: mix(sky, '#ffffff', 0.4) }),
    },
    outlined
      ? { ...chalk, sky: dusk, accent: palette.accent }
      : { sky: dusk, far: mix(sky, near, 0.42), ground: mix(ground, near, 0.4) },
    { sky: blush, accent: outlined ? palette.secondary : near, ground: mix(ground, palette.accent, 0.3) },
  ];
  return { ...tones, ...lights[seed % lights.length] };
}

function stageOf({ width, height, subject, seed }: ArtOptions, scale: number, chance: number): Stage {
  const box = subject ?? { x: 0.08, y: 0.08, width: 0.84, height: 0.84 };
  const room = Math.min(box.width * width * 0.62, box.height * height);
  const reach = room * 0.5 * scale;
  const spare = Math.max(0, box.width * width - reach * 2.4);
  const aside = subject ? 0 : (seed % 2 ? 0.34 : -0.34) * (seed === 0 ? 0 : 1) + (chance - 0.5) * 0.1;
  return {
    width,
    height,
    x: (box.x + box.width / 2) * width + aside * spare,
    y: (box.y + box.height * 0.5) * height,
    reach,
  };
}

/** Seeds to try per variant. More would not help, because a palette has few colours. */
const TRIES = 12;

/**
 * `count` (1..4) images for one prompt. The first is `drawLocalArt` with the same options. Each differs from the others
 * by at least `MIN_VARIANT_DISTANCE`, unless the tries run out: then the next drawing is taken as it is.
 */
export async function drawLocalVariants(options: ArtOptions, count: number): Promise<RawImage[]> {
  const chosen = [drawLocalArt(options)];
  for (let seed = options.seed + 1; chosen.length < count; seed += 1) {
    const candidate = drawLocalArt({ ...options, seed });
    const distances = await Promise.all(chosen.map((other) => perceptualDistance(other, candidate)));
    const exhausted = seed - options.seed > TRIES * count;
    if (exhausted || Math.min(...distances) >= MIN_VARIANT_DISTANCE) chosen.push(candidate);
  }
  return chosen;
}

/** Describes the drawing for people who can't see it. The prompt may have asked for something else. */
export const artAltText = (prompt: string): string => `${subjectOf(prompt).shows}.`;
