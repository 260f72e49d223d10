import type { SKRSContext2D } from '@napi-rs/canvas';
import { contrastOfColours, requiredContrast } from '../colour/contrast.js';
import { type Ground, leastScrim, type Scrim, worstContrast } from '../colour/legibility.js';
import { mix, withAlpha } from '../colour/rgb.js';
import { boundsOf, glyphBoxes, type TextPlace } from '../text/draw.js';
import type { Box, Overlay, Palette } from '../types.js';
import type { Arrangement } from './arrangement.js';
import type { PlacedText } from './texts.js';

export interface ColouredText {
  readonly text: PlacedText;
  readonly colour: string;
}

export const placeOf = ({ frame, y, align }: PlacedText): TextPlace => ({ ...frame, y, align });

const boxesOf = (text: PlacedText): Box[] => glyphBoxes(text.block, placeOf(text));

/** The contrast that a text needs at the size at which it is shown. */
const requiredOf = ({ block }: PlacedText, density: number): number =>
  requiredContrast(block.size / density, block.face.bold);

/** Targets above the requirement: large text looks poor at 3:1, and encoders blur the ground around small text. */
const aimOf = ({ block }: PlacedText, density: number): number => (block.size / density >= 24 ? 4.5 : 6);

function pixels(ctx: SKRSContext2D, box: Box): Uint8ClampedArray {
  const x = Math.max(0, box.x);
  const y = Math.max(0, box.y);
  const width = Math.min(ctx.canvas.width, box.x + box.width) - x;
  const height = Math.min(ctx.canvas.height, box.y + box.height) - y;
  return ctx.getImageData(x, y, Math.max(1, width), Math.max(1, height)).data;
}

/**
 * The colours to try for text and scrim: dark on light, then white on dark, in brand colours where they are legible.
 */
function pairsFor({ text, primary, background }: Palette): Omit<Scrim, 'alpha'>[] {
  const dark = [text, primary, '#111111'].filter((colour) => contrastOfColours(colour, '#ffffff') >= 7);
  const light = contrastOfColours(background, '#000000') >= 15 ? background : '#ffffff';
  const night = mix(dark[0] ?? '#111111', '#000000', 0.45);
  return [
    ...dark.slice(0, 2).map((textColour) => ({ textColour, colour: light })),
    { textColour: '#ffffff', colour: night },
    { textColour: '#000000', colour: '#ffffff' },
  ];
}

/** Finds and paints the layer that `texts` need on the image, and returns it. Texts on a button or a card need none. */
export function paintScrim(
  ctx: SKRSContext2D,
  plan: Arrangement,
  texts: readonly PlacedText[],
  palette: Palette,
): Scrim {
  const grounds = texts.flatMap((text): Ground[] =>
    boxesOf(text).map((box) => ({ data: pixels(ctx, box), required: aimOf(text, plan.density) })),
  );
  const scrim = leastScrim(grounds, pairsFor(palette));
  if (scrim.alpha > 0) {
    ctx.fillStyle = scrimFill(ctx, plan, boundsOf(texts.flatMap(boxesOf)), scrim);
    ctx.fillRect(0, 0, ctx.canvas.width, ctx.canvas.height);
  }
  return scrim;
}

/**
 * The fill of a scrim. It is even behind the text and up to the nearer edge, and fades out towards the farther edge.
 * For centred text, except in a stack, it is even over the whole image.
 */
function scrimFill(ctx: SKRSContext2D, { form, align }: Arrangement, text: Box, { colour, alpha }: Scrim) {
  const { width, height } = ctx.canvas;
  const full = withAlpha(colour, alpha);
  if (form !== 'stack' && align === 'center') return full;
  const upright = form === 'stack';
  const size = upright ? height : width;
  const from = upright ? text.y : text.x;
  const to = upright ? text.y + text.height : text.x + text.width;
  const gradient = upright ? ctx.createLinearGradient(0, 0, 0, height) : ctx.createLinearGradient(0, 0, width, 0);
  const fade = 0.22;
  const pad = 0.02;
  const stops: [number, number][] = [
    [from / size - pad - fade, 0],
    [from / size - pad, alpha],
    [to / size + pad, alpha],
    [to / size + pad + fade, 0],
  ];
  const nearStart = from < size - to;
  for (const [at, opacity] of smoothed(stops)) {
    const open = nearStart ? at < from / size : at > to / size;
    gradient.addColorStop(Math.min(1, Math.max(0, at)), withAlpha(colour, open ? alpha : opacity));
  }
  return gradient;
}

/** Eases in and out: the ends of a linear slope would be visible as bands. */
const smoothed = (stops: readonly [number, number][]): [number, number][] =>
  stops.flatMap(([at, value], index): [number, number][] => {
    const next = stops[index + 1];
    if (!next || next[1] === value) return [[at, value]];
    return [0, 0.25, 0.5, 0.75].map((part): [number, number] => [
      at + (next[0] - at) * part,
      value + (next[1] - value) * part * part * (3 - 2 * part),
    ]);
  });

/** The contrast of each text with the finished ground, before the text is drawn. */
export const overlaysOf = (ctx: SKRSContext2D, texts: readonly ColouredText[], density: number): Overlay[] =>
  texts.map(({ text, colour }) => {
    const boxes = boxesOf(text);
    return {
      role: text.role,
      text: text.block.face.text,
      box: boundsOf(boxes),
      lines: text.block.lines.map((line) => line.text),
      fontSize: text.block.size,
      contrast: Math.min(...boxes.map((box) => worstContrast(pixels(ctx, box), colour))),
      required: requiredOf(text, density),
    };
  });
