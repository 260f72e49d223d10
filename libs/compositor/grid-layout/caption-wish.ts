import type { CellContent } from './content.js';

/** A cell whose words have to be set, and the width for them. */
export interface CaptionWish {
  readonly content: CellContent;
  readonly width: number;
  /** Whether the name is on the tile already. */
  readonly named: boolean;
  /** Whether they stand beside the image. */
  readonly isBeside: boolean;
}
