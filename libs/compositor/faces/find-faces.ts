import { areaOf, overlapOf } from '../critic/boxes.js';
import { type OpenImage, toRaw } from '../image/open.js';
import type { Box } from '../types.js';
import { detectFaces } from './detect.js';
import { INPUT_SIDE } from './network.js';

/** A face in a photograph. */
export interface Face {
  /** From the forehead to the chin, in fractions of the photograph, and within it. */
  readonly box: Box;
  /** Whether the edge of the photograph cuts it. */
  readonly isCut: boolean;
}

/** Below, it may be something else: the nearest of the tried product photographs has 0.33. */
const SURE = 0.4;
/** A face that fills more of the photograph leaves no place beside it: the subject stands for it. */
const MOST = 0.6;
/** So near to the edge, in shares of the face's own length, its box ends where the photograph does. */
const AT_EDGE = 0.04;
const WHOLE: Box = { x: 0, y: 0, width: 1, height: 1 };

/**
 * The faces of people in a photograph, the surest first; null if the optional packages that find them are missing.
 * @throws CompositionError `image_unreadable`
 */
export async function findFaces(
  image: Pick<OpenImage, 'width' | 'height' | 'pixels'>,
): Promise<readonly Face[] | null> {
  const scale = INPUT_SIDE / Math.max(image.width, image.height);
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const small = image.pixels().resize(width, height, { fit: 'fill' }).flatten({ background: '#ffffff' });
  // The rest of the square stays black, as it was when the network was trained.
  const square = small.extend({ right: INPUT_SIDE - width, bottom: INPUT_SIDE - height, background: '#000000' });
  const found = await detectFaces(await toRaw(square), SURE);
  return found && found.flatMap(({ box }) => faceOf(box, width / INPUT_SIDE, height / INPUT_SIDE) ?? []);
}

/** `box` is in fractions of the square, of which the photograph takes `across` and `down`. */
function faceOf(box: Box, across: number, down: number): Face | null {
  const { x, y, width, height } = {
    x: box.x / across,
    y: box.y / down,
    width: box.width / across,
    height: box.height / down,
  };
  const [right, bottom] = [x + width, y + height];
  const isCut = Math.min(x, 1 - right) < width * AT_EDGE || Math.min(y, 1 - bottom) < height * AT_EDGE;
  const [left, top] = [rounded(Math.max(0, x)), rounded(Math.max(0, y))];
  const inside = {
    x: left,
    y: top,
    width: rounded(Math.min(1, right)) - left,
    height: rounded(Math.min(1, bottom)) - top,
  };
  const share = overlapOf(inside, WHOLE);
  return areaOf(inside) > 0 && share <= MOST ? { box: inside, isCut } : null;
}

/** To a thousandth, so that the last digits of a processor change no layout. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000;
