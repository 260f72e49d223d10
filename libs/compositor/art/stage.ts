import type { Random } from './random.js';
import type { Shape, Size } from './shapes.js';

/** The place of the subject: its centre and half its height, in pixels. */
export interface Stage extends Size {
  readonly x: number;
  readonly y: number;
  readonly reach: number;
}

/** The shapes of a scene from back to front. */
export type Scene = (stage: Stage, random: Random) => Shape[];
