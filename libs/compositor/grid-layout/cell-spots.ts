import type { GridFamily, RowPlan } from '../grid-families/types.js';
import { type Colouring, type Inks, inksOn } from '../layout/colouring.js';
import type { TextPlace } from '../text/draw.js';
import type { CellContent, GridContent } from './content.js';
import { frameOf, type RowFrame, shareOf } from './frame.js';
import { EDGE, type Edges } from './tile.js';

/** A place from side to side, in pixels of the image. */
interface Span {
  readonly x: number;
  readonly width: number;
}

/** Where the parts of a cell are from side to side, and their colours. Heights come later. */
export interface CellSpot extends Span {
  readonly content: CellContent;
  readonly image: Span;
  readonly words: Span;
  /** How much lower its tile begins than those beside it. */
  readonly lowered: number;
  readonly edges: Edges;
  readonly tile: string;
  /** The colour below the words. */
  readonly ground: string;
  readonly inks: Inks;
  readonly tileInks: Inks;
  readonly align: TextPlace['align'];
}

export interface RowSpots {
  readonly plan: RowPlan;
  readonly isCard: boolean;
  /** The side of the words in a row of one cell. */
  readonly beside: 'left' | 'right' | null;
  readonly imageHeight: number;
  readonly isLast: boolean;
  readonly cells: readonly CellSpot[];
}

/** Free space beside words, as shares of the width of the image: on a tile, and between image and words. */
export const PAD = 0.024;
const BESIDE = 0.04;
/** On a tile also a share of the cell's width. */
const OF_CELL = 0.06;

/** `shared` is the colour of all tiles, where one photograph decides it. */
export function rowSpots(
  content: GridContent,
  family: GridFamily,
  colouring: Colouring,
  shared: string | undefined,
): RowSpots[] {
  return content.rows.map((row, number) => {
    const frame = frameOf(row, family, content);
    const turned = family.alternate === true && number % 2 === 1;
    const beside = frame.plan.words === 'below' ? null : content.fromTheRight !== turned ? 'left' : 'right';
    const ends = { first: number === 0, last: number === content.rows.length - 1 };
    const cells = row.map((cell, at) => spotOf(cell, at, { content, family, colouring, frame, beside, ends, shared }));
    const { plan, imageHeight } = frame;
    return { plan, isCard: plan.tile === 'cell', beside, imageHeight, isLast: ends.last, cells };
  });
}

interface RowJob {
  readonly content: GridContent;
  readonly family: GridFamily;
  readonly colouring: Colouring;
  readonly frame: RowFrame;
  readonly beside: RowSpots['beside'];
  readonly ends: { readonly first: boolean; readonly last: boolean };
  /** As in `rowSpots`. */
  readonly shared: string | undefined;
}

function spotOf(content: CellContent, at: number, job: RowJob): CellSpot {
  const { family, colouring, frame, ends, beside, shared } = job;
  const { plan, imageHeight } = frame;
  const { x, width } = frame.cells[at] ?? { x: 0, width: 0 };
  const tile = content.image
    ? (shared ?? tileOf(plan.tiles ?? family.tiles, content.index, colouring))
    : colouring.contrast;
  const ground = plan.tile === 'cell' ? tile : colouring.ground;
  const share = beside ? shareOf(plan) : 1;
  const image = { x: beside === 'left' ? x + width * (1 - share) : x, width: width * share };
  const whole = job.content.width;
  const top = family.margin * whole;
  return {
    content,
    x,
    width,
    image,
    words: wordsSpan({ x, width }, image, job),
    lowered: at % 2 === 1 && plan.tile !== 'cell' ? Math.round(imageHeight * (family.lowered ?? 0)) : 0,
    edges: {
      left: image.x,
      right: whole - image.x - image.width,
      top: ends.first ? top : Infinity,
      bottom: ends.last && beside ? top : Infinity,
    },
    tile,
    ground,
    inks: inksOn(ground, colouring),
    tileInks: inksOn(tile, colouring),
    align: plan.align === 'centre' ? 'center' : job.content.fromTheRight ? 'right' : 'left',
  };
}

function tileOf(role: GridFamily['tiles'], index: number, colouring: Colouring): string {
  if (role !== 'tints') return colouring[role];
  return colouring.tiles[index % colouring.tiles.length] ?? colouring.stage;
}

/** Words keep a distance from the image beside them, from the edge of their tile and from that of the grid. */
function wordsSpan(cell: Span, image: Span, { content, family, frame, beside }: RowJob): Span {
  const whole = content.width;
  const isCard = frame.plan.tile === 'cell';
  const own = isCard ? Math.max(whole * PAD, cell.width * OF_CELL) : family.gap > 0 ? 0 : whole * PAD;
  const near = beside ? Math.max(own, whole * BESIDE) : own;
  const end = cell.x + cell.width;
  const left = beside === 'right' ? image.x + image.width + near : Math.max(cell.x + own, whole * EDGE);
  const right = beside === 'left' ? image.x - near : Math.min(end - own, whole * (1 - EDGE));
  return { x: left, width: right - left };
}
