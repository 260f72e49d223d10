import type { GridFamily, RowPlan } from '../grid-families/types.js';
import { MIN_CELL_WIDTH, RATIOS } from '../grid/geometry.js';
import type { CellSpan } from '../grid/types.js';
import type { Shape } from '../layout/types.js';
import { type CellContent, DENSITY, type GridContent } from './content.js';

/** Where the cells of a row are, before their words are set. Pixels of the image. */
export interface RowFrame {
  readonly plan: RowPlan;
  /** The cells' left edges, from the left edge of the image. */
  readonly cells: readonly { readonly x: number; readonly width: number }[];
  /** The height of all images of the row. */
  readonly imageHeight: number;
}

const SHARE = 0.5;

export const shareOf = ({ share = SHARE }: RowPlan): number => share;

/** A short row is centred. */
export function frameOf(row: readonly CellContent[], family: GridFamily, { width }: GridContent): RowFrame {
  const inner = width * (1 - family.margin * 2);
  const gap = width * family.gap;
  const widths = row.map(({ cell: { span } }) => widthOf(span, inner, gap));
  const total = widths.reduce((sum, own) => sum + own, 0) + gap * (widths.length - 1);
  let x = (width - total) / 2;
  const cells = widths.map((own) => {
    const cell = { x, width: own };
    x += own + gap;
    return cell;
  });
  const usual = Math.max(...row.map(({ cell: { crop } }, index) => (widths[index] ?? 0) / RATIOS[crop]));
  const plan = family.shapes[shapeOf(row, Math.min(...widths) / usual, family, inner)];
  const [first] = row;
  const isLow = plan === family.shapes.leaderboard && first !== undefined && plan.words === 'beside';
  const imageHeight = isLow ? (inner * shareOf(plan)) / RATIOS[first.cell.crop] : usual;
  const set = { plan: row.length > 1 ? withoutBeside(plan) : plan, cells, imageHeight };
  return set.plan.words === 'beside' && first?.image?.form === 'cutout' ? fittedTo(first.image, set, inner) : set;
}

/** The least share of the width, and the least height of it, that a product beside its words has. */
const NARROWEST = 0.4;
const LOWEST = 0.4;

/** A tile that is not half empty: lower for a wide product, and narrower beside the words for a tall one. */
function fittedTo({ pixels }: { readonly pixels: Size }, frame: RowFrame, inner: number): RowFrame {
  const aspect = pixels.width / pixels.height;
  const share = shareOf(frame.plan);
  const wanted = (inner * share) / aspect;
  const imageHeight = Math.min(frame.imageHeight, Math.max(wanted, inner * LOWEST));
  const narrow = (imageHeight * aspect) / inner;
  return { ...frame, imageHeight, plan: { ...frame.plan, share: Math.min(share, Math.max(NARROWEST, narrow)) } };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function widthOf(span: CellSpan, inner: number, gap: number): number {
  const third = (inner - gap * 2) / 3;
  return span === 6 ? inner : span === 3 ? (inner - gap) / 2 : span === 4 ? third * 2 + gap : third;
}

/** The shape of a row. In a narrow email the image of a leaderboard would be too small to be recognized. */
function shapeOf(row: readonly CellContent[], narrowest: number, { shapes }: GridFamily, inner: number): Shape {
  const [only, ...others] = row;
  const follows = only?.cell.span === 6 && only.cell.emphasis === 'normal' && others.length === 0;
  if (follows && inner * shareOf(shapes.leaderboard) >= MIN_CELL_WIDTH * DENSITY) return 'leaderboard';
  if (narrowest >= 1.25) return 'wide';
  return narrowest >= 0.9 ? 'square' : 'portrait';
}

const withoutBeside = (plan: RowPlan): RowPlan => ({ ...plan, words: 'below' });
