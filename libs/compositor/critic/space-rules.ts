import type { PanelElement, Scene, SceneElement } from '../layout/types.js';
import type { Box } from '../types.js';
import { contains, gapBetween, gapInside, overlapOf, reachesIntoDisc } from './boxes.js';
import { frameOf, isPlate, ornamentsIn, panelsIn, type Piece, piecesIn, shortSide, textsIn } from './scene.js';
import { atLeast, atMost, type Figure } from './types.js';

/** Boxes are rounded to whole pixels on both sides. */
const pixel = (scene: Scene): number => 1 / shortSide(scene);

/** Words, buttons, logos and cut-outs stay off the edge; the share is that of the shorter side. */
export function margin(scene: Scene): Figure | null {
  const gaps = piecesIn(scene)
    .filter((piece) => !isScene(piece))
    .map(({ box }) => gapInside(box, frameOf(scene)) / shortSide(scene));
  return gaps.length > 0
    ? atLeast({ name: 'margin', value: Math.min(...gaps), limit: 0.04, hard: true }, pixel(scene))
    : null;
}

const isScene = (piece: Piece): boolean => piece.kind === 'product' && piece.form === 'scene';

/** The least distance between two things, as a share of the shorter side. Tiles with photographs may touch. */
export function gap(scene: Scene): Figure | null {
  const pieces = piecesIn(scene);
  const gaps = pieces.flatMap((piece, index) =>
    pieces
      .slice(index + 1)
      .filter((other) => !(isScene(piece) && isScene(other)) && !isOneThing(piece, other))
      .filter((other) => !standsOnPlate(scene, piece, other))
      .map((other) => gapBetween(piece.box, other.box) / shortSide(scene)),
  );
  return gaps.length > 0
    ? atLeast({ name: 'gap', value: Math.min(...gaps), limit: 0.015, hard: true }, pixel(scene))
    : null;
}

/** Texts closer than this share of their size run into each other. */
const CLOSE = 0.2;

/** The title and the prices of a product, or the figure and the word of an offer, with a little space between them. */
function isOneThing(piece: Piece, other: Piece): boolean {
  if (piece.kind !== 'text' || other.kind !== 'text') return false;
  const together = piece.index === undefined ? piece.role === other.role : piece.index === other.index;
  return together && gapBetween(piece.box, other.box) >= Math.min(piece.block.size, other.block.size) * CLOSE;
}

/** A panel between the two in the painting order carries the later one. */
function standsOnPlate({ elements }: Scene, below: SceneElement, above: SceneElement): boolean {
  return elements
    .slice(elements.indexOf(below) + 1, elements.indexOf(above))
    .some((element) => element.kind === 'panel' && element.form !== 'frame' && contains(element.box, above.box));
}

/** Words, buttons and logos that cross the edge of a panel. */
export function straddles(scene: Scene): Figure {
  const panels = panelsIn(scene);
  const value = piecesIn(scene).filter(
    (piece) => piece.kind !== 'product' && panels.some((panel) => crosses(piece.box, panel)),
  ).length;
  return atMost({ name: 'straddles', value, limit: 0, hard: true });
}

function crosses(box: Box, panel: PanelElement): boolean {
  if (gapBetween(box, panel.box) >= -1 || contains(box, panel.box)) return false;
  if (!isDisc(panel)) return !contains(panel.box, box);
  return reachesIntoDisc(box, panel.box) && !cornersOf(box).every((corner) => reachesIntoDisc(corner, panel.box));
}

const isDisc = ({ box, radius }: PanelElement): boolean =>
  Math.abs(box.width - box.height) < 2 && radius * 2 >= box.width - 2;

const cornersOf = ({ x, y, width, height }: Box): Box[] =>
  [x, x + width].flatMap((left) => [y, y + height].map((top) => ({ x: left, y: top, width: 0, height: 0 })));

/** The least room between a text and the edge of its panel, as a share of the text's size. */
export function padding(scene: Scene): Figure | null {
  const frame = frameOf(scene);
  const panels = panelsIn(scene).filter(({ box }) => !contains(box, frame));
  const shares = textsIn(scene).flatMap(({ box, block }) =>
    panels
      .filter((panel) => contains(panel.box, box))
      .map((panel) => gapInside(box, reachingOut(panel.box, frame)) / block.size),
  );
  return shares.length > 0
    ? atLeast({ name: 'padding', value: Math.min(...shares), limit: 0.2, hard: true }, 0.05)
    : null;
}

/** An edge of the image is no edge of the panel: the margin is another rule. */
function reachingOut({ x, y, width, height }: Box, frame: Box): Box {
  const left = x <= 1 ? -frame.width : x;
  const top = y <= 1 ? -frame.height : y;
  const right = x + width >= frame.width - 1 ? frame.width * 2 : x + width;
  const bottom = y + height >= frame.height - 1 ? frame.height * 2 : y + height;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Ornaments behind letters, buttons, logos or plates. */
export function ornament(scene: Scene): Figure {
  const solid = [
    ...piecesIn(scene).filter(({ kind }) => kind !== 'product'),
    ...panelsIn(scene).filter((panel) => isPlate(scene, panel)),
  ];
  const value = ornamentsIn(scene).filter(({ box, form }) =>
    solid.some((piece) => (form === 'disc' ? reachesIntoDisc(piece.box, box) : overlapOf(piece.box, box) > 0)),
  ).length;
  return atMost({ name: 'ornament', value, limit: 0, hard: true });
}
