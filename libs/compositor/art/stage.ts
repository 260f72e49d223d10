import type { Random } from './random.js';
import type { Shape, Size } from './shapes.js';

/** The place of the subject: its centre and half its height, in pixels. Words go to the other side. */
export interface Stage extends Size {
  readonly x: number;
  readonly y: number;
  readonly reach: number;
  /** 1 if the subject is on the right, -1 if it is on the left, 0 in the middle. */
  readonly side: -1 | 0 | 1;
}

/** The shapes of a scene from back to front. */
export type Scene = (stage: Stage, random: Random) => Shape[];
