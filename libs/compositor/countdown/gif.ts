/** A part of the image that a frame changes. Colours are places in the palette. */
export interface GifFrame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly indices: Uint8Array;
}

export interface Gif {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of 2 to 256 colours. */
  readonly palette: Uint8Array;
  readonly frames: readonly GifFrame[];
  /** How long each frame is shown, in hundredths of a second. */
  readonly delay: number;
}

/**
 * An animated GIF (89a) that plays once and keeps its last frame. All frames share one palette, and each holds only
 * what changes.
 */
export function writeGif({ width, height, palette, frames, delay }: Gif): Buffer {
  const bits = Math.max(1, Math.ceil(Math.log2(palette.length / 3)));
  const colours = new Uint8Array(3 * 2 ** bits);
  colours.set(palette);
  const parts: Uint8Array[] = [
    Buffer.from('GIF89a'),
    bytes([...short(width), ...short(height), 0xf0 | (bits - 1), 0, 0]),
    colours,
  ];
  for (const frame of frames) {
    // The control block keeps the image below the frame.
    parts.push(bytes([0x21, 0xf9, 4, 0x04, ...short(delay), 0, 0]));
    const place = [frame.x, frame.y, frame.width, frame.height].flatMap(short);
    parts.push(bytes([0x2c, ...place, 0]), ...blocksOf(frame.indices, Math.max(2, bits)));
  }
  parts.push(bytes([0x3b]));
  return Buffer.concat(parts);
}

const bytes = (values: readonly number[]): Uint8Array => Uint8Array.from(values);
const short = (value: number): number[] => [value & 0xff, value >> 8];

/** The largest number of bits of a code. */
const MOST_BITS = 12;
/** Slots of the table of known sequences: a prime above 4096, so that half of them stay free. */
const SLOTS = 9_973;

/** The indices in LZW codes, in blocks of at most 255 bytes. */
function blocksOf(indices: Uint8Array, bits: number): Uint8Array[] {
  const data = compressed(indices, bits);
  const blocks: Uint8Array[] = [bytes([bits])];
  for (let at = 0; at < data.length; at += 255) {
    const block = data.subarray(at, at + 255);
    blocks.push(bytes([block.length]), block);
  }
  blocks.push(bytes([0]));
  return blocks;
}

function compressed(indices: Uint8Array, bits: number): Uint8Array {
  const clear = 1 << bits;
  const out = new Uint8Array(Math.ceil(indices.length * 1.6) + 64);
  const keys = new Int32Array(SLOTS).fill(-1);
  const codes = new Int16Array(SLOTS);
  let [held, holding, written] = [0, 0, 0];
  let width = bits + 1;
  let next = clear + 2;
  const write = (code: number) => {
    held |= code << holding;
    holding += width;
    while (holding >= 8) {
      out[written] = held & 0xff;
      written += 1;
      held >>>= 8;
      holding -= 8;
    }
  };
  write(clear);
  let prefix = indices[0] ?? 0;
  for (let at = 1; at < indices.length; at += 1) {
    const value = indices[at] ?? 0;
    const key = (prefix << 8) | value;
    let slot = key % SLOTS;
    while (keys[slot] !== -1 && keys[slot] !== key) slot = slot === 0 ? SLOTS - 1 : slot - 1;
    if (keys[slot] === key) {
      prefix = codes[slot] ?? 0;
      continue;
    }
    write(prefix);
    prefix = value;
    if (next < 1 << MOST_BITS) {
      keys[slot] = key;
      codes[slot] = next;
      if (next === 1 << width) width += 1;
      next += 1;
    } else {
      write(clear);
      keys.fill(-1);
      width = bits + 1;
      next = clear + 2;
    }
  }
  write(prefix);
  write(clear + 1);
  if (holding > 0) out[written] = held & 0xff;
  return out.subarray(0, written + (holding > 0 ? 1 : 0));
}
