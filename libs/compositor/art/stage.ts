import type { Random } from './random.js';
import type { Shape, Size } from './shapes.js';

/** Where the subject goes: its middle and half its height, in pixels. */
export interface Stage extends Size {
  readonly x: number;
  readonly y: number;
  readonly reach: number;
}

/** What stands on a stage, back to front. */
export type Scene = (stage: Stage, random: Random) => Shape[];
