import { brotliDecompressSync } from 'node:zlib';

/** Table tags that WOFF2 encodes as numbers; only cmap, glyf and loca matter here. */
const SHORT_CMAP = 0;
const SHORT_GLYF = 10;
const SHORT_LOCA = 11;
const ARBITRARY_TAG = 63;

/**
 * The characters for which a WOFF2 file has glyphs, from its `cmap` (OpenType formats 4 and 12). Without this check the
 * canvas would take a missing glyph from any font of the machine, or draw a box.
 */
export function readCoverage(file: Buffer): (codePoint: number) => boolean {
  const ranges = readRanges(cmapOf(file));
  return (codePoint) => {
    let low = 0;
    let high = ranges.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const [from, to] = ranges[middle] ?? [0, 0];
      if (codePoint < from) high = middle - 1;
      else if (codePoint > to) low = middle + 1;
      else return true;
    }
    return false;
  };
}

/** All tables are in one Brotli stream, in the order of the directory (W3C WOFF 2.0, section 4). */
function cmapOf(file: Buffer): Buffer {
  const cursor = { at: 48 };
  let offset = 0;
  let found: { from: number; length: number } | null = null;
  for (let left = file.readUInt16BE(12); left > 0; left -= 1) {
    const flags = file.readUInt8(cursor.at);
    cursor.at += 1;
    const short = flags & 0x3f;
    const tag = short === ARBITRARY_TAG ? file.toString('latin1', cursor.at, cursor.at + 4) : '';
    if (short === ARBITRARY_TAG) cursor.at += 4;
    const length = readBase128(file, cursor);
    const version = flags >> 6;
    const transformed = short === SHORT_GLYF || short === SHORT_LOCA ? version !== 3 : version !== 0;
    const stored = transformed ? readBase128(file, cursor) : length;
    if (short === SHORT_CMAP || tag === 'cmap') found = { from: offset, length };
    offset += stored;
  }
  if (!found) throw new Error('The font has no cmap.');
  const tables = brotliDecompressSync(file.subarray(cursor.at, cursor.at + file.readUInt32BE(20)));
  return tables.subarray(found.from, found.from + found.length);
}

function readBase128(file: Buffer, cursor: { at: number }): number {
  let value = 0;
  for (;;) {
    const byte = file.readUInt8(cursor.at);
    cursor.at += 1;
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return value;
  }
}

type Range = readonly [from: number, to: number];

function readRanges(cmap: Buffer): Range[] {
  const ranges: Range[] = [];
  for (let index = 0; index < cmap.readUInt16BE(2); index += 1) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + index * 8 + 4));
    const format = table.readUInt16BE(0);
    if (format === 12) ranges.push(...readGroups(table));
    if (format === 4) ranges.push(...readSegments(table));
  }
  return merge(ranges);
}

const readGroups = (table: Buffer): Range[] =>
  Array.from({ length: table.readUInt32BE(12) }, (_, index) => [
    table.readUInt32BE(16 + index * 12),
    table.readUInt32BE(20 + index * 12),
  ]);

function readSegments(table: Buffer): Range[] {
  const bytes = table.readUInt16BE(6);
  return Array.from({ length: bytes / 2 }, (_, index): Range => [
    table.readUInt16BE(16 + bytes + index * 2),
    table.readUInt16BE(14 + index * 2),
  ]).filter(([from]) => from !== 0xffff);
}

function merge(ranges: Range[]): Range[] {
  const merged: [number, number][] = [];
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}
