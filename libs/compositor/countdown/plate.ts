import { gunzipSync, gzipSync } from 'node:zlib';
import type { Box } from '../types.js';
import { writeGif, type GifFrame } from './gif.js';

/** Where a countdown is in its image. */
export interface CountdownPlan {
  readonly width: number;
  readonly height: number;
  /** The end, in milliseconds since 1970. */
  readonly endsAt: number;
  /** What the text of the end replaces. */
  readonly box: Box;
  /** The places of the eight digits: two each for days, hours, minutes and seconds. All have the same size. */
  readonly cells: readonly Box[];
}

/** A image with a countdown, drawn but for its digits. Pixels are places in the palette. */
export interface Plate {
  readonly plan: CountdownPlan;
  readonly palette: Uint8Array;
  /** The image with empty places for the digits. */
  readonly base: Uint8Array;
  /** The box with the text of the end. */
  readonly ended: Uint8Array;
  /** The digits 0 to 9 below each other. */
  readonly digits: Uint8Array;
}

/** Shown for a second each. */
const MOST_FRAMES = 60;
const SECOND = 1_000;
const DAY = 86_400;
/** Two digits. */
export const MOST_DAYS = 99;

export function packed({ plan, palette, base, ended, digits }: Plate): Buffer {
  const head = Buffer.from(JSON.stringify({ plan, colours: palette.length / 3 }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  return gzipSync(Buffer.concat([length, head, palette, base, ended, digits]));
}

export function unpacked(file: Uint8Array): Plate {
  const bytes = gunzipSync(file);
  let at = 4 + bytes.readUInt32LE(0);
  const head = JSON.parse(bytes.toString('utf8', 4, at)) as { plan: CountdownPlan; colours: number };
  const take = (length: number) => bytes.subarray(at, (at += length));
  const { plan, colours } = head;
  const { width, height, box, cells } = plan;
  const palette = take(colours * 3);
  const base = take(width * height);
  const ended = take(box.width * box.height);
  return { plan, palette, base, ended, digits: take(areaOf(cells[0]) * 10) };
}

const areaOf = (cell: Box | undefined): number => (cell ? cell.width * cell.height : 0);

/**
 * The image as it is seen from `now` on, in milliseconds since 1970: at most a minute, in frames of a second. The
 * first frame shows the time left. At the end comes the text of the end, and then nothing moves.
 */
export function gifAt(plate: Plate, now: number): Buffer {
  const { plan, palette } = plate;
  const { width, height } = plan;
  const image = Uint8Array.from(plate.base);
  const left = Math.min(Math.floor((plan.endsAt - now) / SECOND), MOST_DAYS * DAY + DAY - 1);
  const whole = { x: 0, y: 0, width, height };
  const frames: GifFrame[] = [];
  for (let second = 0; second < MOST_FRAMES; second += 1) {
    const changed = left > second ? paintDigits(plate, image, left - second, frames.length === 0) : plan.box;
    if (left <= second) paste(image, width, plate.ended, plan.box);
    const box = frames.length === 0 ? whole : changed;
    frames.push({ ...box, indices: cut(image, width, box) });
    if (left <= second) break;
  }
  return writeGif({ width, height, palette, frames, delay: 100 });
}

/** Returns the box around the digits that changed. */
function paintDigits({ plan, digits }: Plate, image: Uint8Array, left: number, all: boolean): Box {
  const now = digitsOf(left);
  const before = digitsOf(left + 1);
  const changed = plan.cells.filter((_, index) => all || now[index] !== before[index]);
  plan.cells.forEach((cell, index) => {
    const from = Number(now[index]) * areaOf(cell);
    paste(image, plan.width, digits.subarray(from, from + areaOf(cell)), cell);
  });
  const x = Math.min(...changed.map((cell) => cell.x));
  const right = Math.max(...changed.map((cell) => cell.x + cell.width));
  const [{ y, height } = plan.box] = changed;
  return { x, y, width: right - x, height };
}

/** Days, hours, minutes and seconds, two digits each. */
function digitsOf(left: number): string {
  const parts = [left / DAY, (left % DAY) / 3_600, (left % 3_600) / 60, left % 60];
  return parts.map((part) => `${Math.floor(part)}`.padStart(2, '0')).join('');
}

function paste(image: Uint8Array, width: number, part: Uint8Array, box: Box): void {
  for (let row = 0; row < box.height; row += 1) {
    image.set(part.subarray(row * box.width, (row + 1) * box.width), (box.y + row) * width + box.x);
  }
}

function cut(image: Uint8Array, width: number, box: Box): Uint8Array {
  const part = new Uint8Array(box.width * box.height);
  for (let row = 0; row < box.height; row += 1) {
    const from = (box.y + row) * width + box.x;
    part.set(image.subarray(from, from + box.width), row * box.width);
  }
  return part;
}
