import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';

/** A larger canvas is not kept. */
const MOST_PIXELS = 4_000_000;

/** The canvas of the last image, for the next one of its size: new ones of some megabytes make garbage collections. */
let idle: Canvas | null = null;

/** Does the work on an empty canvas of this size. The work must not keep the canvas. */
export async function onCanvas<T>(
  { width, height }: { readonly width: number; readonly height: number },
  work: (ctx: SKRSContext2D) => Promise<T>,
): Promise<T> {
  const known = idle?.width === width && idle.height === height ? idle : null;
  // Another image may be painted while this one waits for its pixels.
  idle = null;
  const canvas = known ?? createCanvas(width, height);
  const ctx = canvas.getContext('2d');
  if (known) ctx.reset();
  const result = await work(ctx);
  if (width * height <= MOST_PIXELS) idle = canvas;
  return result;
}
