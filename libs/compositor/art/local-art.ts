import { createCanvas } from '@napi-rs/canvas';
import { MIN_VARIANT_DISTANCE, perceptualDistance } from '../image/distance.js';
import { mix } from '../colour/rgb.js';
import type { Matched } from '../prompt/types.js';
import type { Palette, RawImage, Tone } from '../types.js';
import { finish } from './finish.js';
import type { Easel } from './brushes.js';
import { paintShapes } from './paint.js';
import { light } from './patterns.js';
import { randomFrom, seedOf } from './random.js';
import { type Subject, subjectOf } from './scenes.js';
import type { Scene, Stage } from './stage.js';
import { styleFor } from './styles.js';
import { type Tones, type Treatment, TREATMENTS } from './treatments.js';

export interface ArtOptions {
  /** What it asks for is drawn if the words are understood; otherwise, a pattern. Empty: a pattern. */
  readonly prompt: string;
  /** One of `STYLES` or free text. */
  readonly style: string;
  readonly palette: Palette;
  /** Pixels, 64..4096. */
  readonly width: number;
  readonly height: number;
  /** The same options and seed give the same pixels; another seed gives another composition. */
  readonly seed: number;
  /** Chooses the patterns. Default calm. */
  readonly tone?: Tone;
  /** Default true. Without it the drawing has no grain, which would make a PNG five to eight times as large. */
  readonly texture?: boolean;
}

/** Draws an image without any service. Deterministic. */
export function drawLocalArt(options: ArtOptions): RawImage {
  const { prompt, width, height, seed } = options;
  const canvas = createCanvas(width, height);
  const style = styleFor(options.style);
  const random = randomFrom(seedOf(prompt, style, seed));
  const treatment: Treatment = TREATMENTS[style];
  const subject = subjectOf(prompt, options.tone);
  const tones = inLight(treatment.tones(options.palette), options, treatment.fill === 'outline');
  const ctx = canvas.getContext('2d');
  const easel: Easel = { ctx, tones, unit: Math.min(width, height), random };
  const sky = ctx.createLinearGradient(0, 0, 0, height);
  sky.addColorStop(0, tones.sky);
  sky.addColorStop(1, mix(tones.sky, tones.ground, isEven(treatment) ? 0 : 0.5));
  ctx.fillStyle = sky;
  ctx.fillRect(0, 0, width, height);
  paintShapes(
    easel,
    treatment,
    sceneFor(subject, options, treatment)(stageOf(options, subject, treatment.scale), random),
  );
  if (options.texture ?? true) finish(easel, options, treatment);
  return { width, height, data: Buffer.from(ctx.getImageData(0, 0, width, height).data.buffer) };
}

const isEven = ({ fill }: Treatment): boolean => fill === 'outline' || fill === 'plain' || fill === 'cut';

/** Each variant takes the next composition; the prompt chooses the first. */
function sceneFor({ scenes }: Subject, { prompt, seed }: ArtOptions, { fill }: Treatment): Scene {
  const drawable = fill === 'outline' ? scenes.filter((scene) => scene !== light) : scenes;
  const first = prompt.trim() === '' ? 0 : seedOf(prompt);
  return drawable[(first + seed) % drawable.length] ?? scenes[0];
}

/** Each seed has another light in the brand's colours, so that variants differ at a glance: day, gold, dusk, blush. */
function inLight(tones: Tones, { palette, seed }: ArtOptions, outlined: boolean): Tones {
  const { sky, near, ground } = tones;
  const gold = mix(sky, palette.secondary, 0.6);
  const blush = mix(sky, palette.accent, 0.46);
  const dusk = mix(sky, near, outlined ? 0.94 : 0.5);
  const chalk = Object.fromEntries(Object.keys(tones).map((tone) => [tone, mix(sky, '#ffffff', 0.5)]));
  const lights: readonly Partial<Tones>[] = [
    {},
    { sky: gold, ground: mix(ground, near, 0.12), ...(outlined ? {} : { near: mix(near, palette.secondary, 0.3) }) },
    outlined
      ? { ...chalk, sky: dusk, accent: palette.accent }
      : { sky: dusk, far: mix(sky, near, 0.42), ground: mix(ground, near, 0.4) },
    {
      sky: blush,
      ground: mix(ground, palette.accent, 0.3),
      ...(outlined ? {} : { near: mix(near, palette.accent, 0.5) }),
    },
  ];
  return { ...tones, ...lights[seed % lights.length] };
}

/** A view keeps its light in the middle or aside; a thing in a wide image leaves a side to words. */
function stageOf({ width, height, seed }: ArtOptions, { isThing }: Subject, scale: number): Stage {
  const isWide = width > height * 1.25;
  const side = isWide || !isThing ? (seed % 2 ? -1 : 1) : 0;
  const reach = Math.min(height * 0.38, width * 0.38) * (isThing ? scale : 1);
  const aside = isThing ? 0.5 - Math.max(0.3, (reach * 1.35) / width) : 0.17;
  return { width, height, side, x: width * (0.5 + side * Math.max(0, aside)), y: height * 0.5, reach };
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

/** What the drawing has of its prompt; null if the prompt is empty. */
export const artMatches = (prompt: string): Matched | null => (prompt.trim() === '' ? null : subjectOf(prompt).matched);
