import { createCanvas } from '@napi-rs/canvas';
import { openImage, toRaw } from '../image/open.js';
import { paste } from '../image/paste.js';
import { type GivenProduct, prepareGiven } from '../product/prepare.js';
import { paintContactShadow } from '../product/shadow.js';
import type { Box, RawImage } from '../types.js';
import { likenessAt } from './likeness.js';
import { outlineIn } from './outline.js';
import { QUICK, raw, type Staged, staged, type StageSize } from './stage.js';

/** What became of a product on a stage around which a model painted. */
export interface SettledProduct {
  /** `kept`: the model left it alone. `restored`: our own pixels are back. `changed`: another thing stands there. */
  readonly state: 'kept' | 'restored' | 'changed';
  /** 0..1, before anything was restored. */
  readonly likeness: number;
  /** PNG; null if the product was changed. */
  readonly image: Buffer | null;
  /** The product's place, in fractions of the image. */
  readonly box: Box;
}

/** Noise, compression and a little light stay above this; another colour, pattern or shape does not. */
const ALIKE = 0.75;
/** From here on, a thing of the product's shape stands there, so that our own pixels cover it. */
const HELD = 0.6;
/** Up to here, nothing stands there: the outline of another thing has more. */
const CALM = 0.003;

/**
 * Compares the product in a painted image with its own pixels. Where they differ, its own pixels are put back if they
 * cover what stands there, or if nothing does. A product that is alike and did not move gets its own pixels too: a
 * model never leaves them quite as they were.
 *
 * @throws CompositionError as `inspectImage`
 */
export async function settleProduct(
  image: Uint8Array,
  product: GivenProduct,
  size: StageSize,
): Promise<SettledProduct> {
  const opened = await openImage(image);
  const painted = await toRaw(opened.pixels().resize(size.width, size.height, { fit: 'cover' }));
  const own = await staged(await prepareGiven(product), size);
  const { value, box } = likenessAt(painted, own.pixels, own.box);
  const likeness = Math.round(value * 1000) / 1000;
  if (value >= ALIKE) {
    const isInPlace = box.x === own.box.x && box.y === own.box.y && box.width === own.box.width;
    const kept = isInPlace ? pasted(painted, own, false) : raw(painted).png(QUICK).toBuffer();
    return { state: 'kept', likeness, image: await kept, box: within(box, size) };
  }
  const { held, busy } = outlineIn(painted, own);
  const state = held >= HELD || busy <= CALM ? 'restored' : 'changed';
  const restored = state === 'restored' ? await pasted(painted, own, held < HELD) : null;
  return { state, likeness, image: restored, box: within(own.box, size) };
}

const within = ({ x, y, width, height }: Box, size: StageSize): Box => ({
  x: x / size.width,
  y: y / size.height,
  width: width / size.width,
  height: height / size.height,
});

async function pasted(painted: RawImage, { box, pixels }: Staged, withShadow: boolean): Promise<Buffer> {
  const canvas = createCanvas(painted.width, painted.height);
  const ctx = canvas.getContext('2d');
  paste(ctx, painted, { x: 0, y: 0 });
  if (withShadow) paintContactShadow(ctx, pixels, box, groundBelow(painted, box));
  paste(ctx, pixels, box);
  return raw({ width: canvas.width, height: canvas.height, data: canvas.data() }).png(QUICK).toBuffer();
}

/** The colour on which the product stands. */
function groundBelow({ width, height, data }: RawImage, box: Box): string {
  const at = (Math.min(height - 1, box.y + box.height + 2) * width + Math.round(box.x + box.width / 2)) * 4;
  return `#${data.subarray(at, at + 3).toString('hex')}`;
}
