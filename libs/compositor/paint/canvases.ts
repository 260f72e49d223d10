import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';

/** A larger canvas is not kept. */
const MOST_PIXELS = 4_000_000;

/** As many as are painted at a time in a thread. */
const MOST_IDLE = 2;

/** The canvases of the last images, for the next ones of their size: new ones of some megabytes make garbage. */
const idle: Canvas[] = [];

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Does the work on an empty canvas of this size. The work must not keep the canvas. */
export async function onCanvas<T>(size: Size, work: (ctx: SKRSContext2D) => Promise<T>): Promise<T> {
  const canvas = emptyOf(size);
  const result = await work(canvas.getContext('2d'));
  if (size.width * size.height <= MOST_PIXELS) idle.push(canvas);
  if (idle.length > MOST_IDLE) idle.shift();
  return result;
}

function emptyOf({ width, height }: Size): Canvas {
  const index = idle.findIndex((canvas) => canvas.width === width && canvas.height === height);
  const [known] = index < 0 ? [] : idle.splice(index, 1);
  if (!known) return createCanvas(width, height);
  known.getContext('2d').reset();
  return known;
}
