import { mix } from '../colour/rgb.js';
import type { GroundRole } from '../families/types.js';
import type { GridFamily } from '../grid-families/types.js';
import type { GridLook, RowLook } from '../grid/types.js';
import { shapeOf } from '../layout/boxes.js';
import { colouringOf } from '../layout/colouring.js';
import { paletteOn } from '../layout/shared-ground.js';
import type { Scene, SceneCell, SceneElement } from '../layout/types.js';
import type { TextBlock } from '../text/fit.js';
import type { Palette } from '../types.js';
import { captionsOf } from './captions.js';
import { type RowSpots, rowSpots } from './cell-spots.js';
import { DENSITY, type GridContent, whiteGroundOf } from './content.js';
import { EDGE, fitName } from './tile.js';
import { placeRow, type SetCell } from './place-row.js';

export interface GridLayoutWish {
  readonly family: GridFamily;
  readonly ground: GroundRole;
  readonly palette: Palette;
}

/** A laid-out grid, and what its HTML needs to look the same. */
export interface LaidOutGrid {
  readonly scene: Scene;
  readonly look: GridLook;
}

/** Between two rows, as shares of the width: usually, and where there is a line. */
const SPACE = 0.042;
const LINED = 0.06;

/** Lays out all cells as the family says. The image is as high as its rows. */
export function layOutGrid(content: GridContent, { family, ground, palette }: GridLayoutWish): LaidOutGrid {
  const white = whiteGroundOf(content);
  const colouring = colouringOf(ground, paletteOn(white, palette));
  const { width, density } = content;
  const radius = family.corners === 'square' ? 0 : content.cornerRadius;
  const line = mix(colouring.line, colouring.ground, 0.78);
  const rows = rowSpots(content, family, colouring, white);
  const set = setCells(rows, family, content);
  const elements: SceneElement[] = [];
  const cells: SceneCell[] = [];
  const looks: RowLook[] = [];
  let y = width * family.margin;
  rows.forEach((row, number) => {
    const space = number === 0 ? 0 : width * spaceAbove(row, family);
    const isLined = family.lines === true && number > 0;
    if (isLined) elements.push(lineAt(y + space / 2, width, family, line));
    y += space;
    const placed = placeRow(row, set[number] ?? [], { y, number, width, density, family, radius });
    elements.push(...placed.elements);
    cells.push(...placed.cells);
    looks.push({ ...placed.look, line: isLined ? line : null, space: space / DENSITY });
    y += placed.height;
  });
  const last = rows.at(-1);
  const foot = width * (last && !last.isCard && !last.beside ? Math.max(family.margin, EDGE) : family.margin);
  const size = { width, height: Math.ceil(y + foot) };
  const whole = { kind: 'panel', box: { x: 0, y: 0, ...size }, colour: colouring.ground, radius: 0 } as const;
  return {
    scene: {
      family: family.name,
      shape: shapeOf(size),
      mirrored: false,
      ...size,
      density,
      margin: Math.round(width * family.margin),
      elements: [whole, ...elements],
      cells,
    },
    look: {
      ground: colouring.ground,
      margin: (width * family.margin) / DENSITY,
      gap: (width * family.gap) / DENSITY,
      radius: radius / DENSITY,
      headings: family.titles === 'heading',
      priceFirst: family.prices === 'loud',
      rows: looks,
      foot: foot / DENSITY,
    },
  };
}

/** Cards stand as close to each other down as across; words on the ground need more space to the next image. */
function spaceAbove(row: RowSpots, { gap, lines }: GridFamily): number {
  if (lines) return LINED;
  return row.isCard ? gap : Math.max(gap, SPACE);
}

/** The words of all cells in their sizes, row by row. */
function setCells(rows: readonly RowSpots[], family: GridFamily, { width, density }: GridContent): SetCell[][] {
  const all = rows.flatMap(({ cells, imageHeight, beside }) =>
    cells.map((spot) => {
      const box = { ...spot.image, y: 0, height: imageHeight - spot.lowered };
      const name: TextBlock | null = spot.content.image
        ? null
        : fitName(spot.content, { box, edges: spot.edges, width }, density);
      return { spot, name, isBeside: beside !== null };
    }),
  );
  const wishes = all.map(({ spot: { content, words }, name, isBeside }) => {
    return { content, width: words.width, named: name !== null, isBeside };
  });
  const captions = captionsOf(wishes, family, density);
  let next = 0;
  return rows.map(({ cells }) =>
    cells.flatMap(() => {
      const one = all[next];
      const caption = captions[next];
      next += 1;
      return one && caption ? [{ ...one, caption }] : [];
    }),
  );
}

function lineAt(y: number, width: number, { margin }: GridFamily, colour: string): SceneElement {
  const x = Math.round(width * Math.max(margin, EDGE));
  const box = { x, y: Math.round(y), width: width - x * 2, height: DENSITY };
  return { kind: 'ornament', box, colour, form: 'bar' };
}
