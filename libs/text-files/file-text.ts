import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { BROKEN_GZIP, tooLarge, tooPacked } from './file-problems.js';

/** Tables of text are 5 to 40 times as large as their gzip files. A file that grows more is made to fill a memory. */
const MOST_RATIO = 250;
const UNSUSPICIOUS = 16 * 2 ** 20;

/** A file that can't be read as a whole. The message is for the merchant. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}

/** The text of a file in pieces. `mend` restores the characters of a cell of this text. */
export interface FileText {
  readonly pieces: AsyncIterable<string>;
  readonly mend: (cell: string) => string;
}

/**
 * Reads UTF-8, UTF-16 and Windows-1252, with a byte order mark or without, also compressed by gzip. A file without a
 * mark and without zero bytes is read byte by byte, and each cell is decoded alone: programs mix both encodings in one
 * file.
 * @param mostBytes the most after decompression, because a small gzip file may hold a very large one
 */
export async function textOf(file: AsyncIterable<Uint8Array>, mostBytes: number): Promise<FileText> {
  const [head, all] = await headOf(unpacked(...(await headOf(file)), mostBytes));
  const wide = wideEncoding(head);
  if (wide) return { pieces: decoded(all, new TextDecoder(wide)), mend: (cell) => cell };
  const isMarked = head.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]));
  return { pieces: singleBytes(all, isMarked ? 3 : 0), mend };
}

/** The first bytes, at least four where the file has them, and the file from its beginning. */
async function headOf(file: AsyncIterable<Uint8Array>): Promise<[Buffer, AsyncIterable<Uint8Array>]> {
  const iterator = file[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < 4) {
    const next = await iterator.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  return [head, withHead(head, { [Symbol.asyncIterator]: () => iterator })];
}

async function* withHead(head: Buffer, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head;
  yield* rest;
}

async function* unpacked(head: Buffer, file: AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<Uint8Array> {
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  if (!isGzip) return yield* file;
  const gunzip = createGunzip();
  let packed = 0;
  const source = Readable.from(
    counted(file, (bytes) => (packed += bytes)),
    { objectMode: false },
  );
  source.once('error', (error) => gunzip.destroy(error));
  let length = 0;
  try {
    for await (const chunk of source.pipe(gunzip) as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > mostBytes) {
        throw new UnreadableFileError(tooLarge(Math.floor(mostBytes / 2 ** 20)));
      }
      if (length > UNSUSPICIOUS && length > packed * MOST_RATIO) {
        throw new UnreadableFileError(tooPacked(MOST_RATIO));
      }
      yield chunk;
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) {
      throw new UnreadableFileError(BROKEN_GZIP);
    }
    throw error;
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

async function* counted(file: AsyncIterable<Uint8Array>, count: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of file) {
    count(chunk.length);
    yield chunk;
  }
}

/** UTF-16 is known by its mark, or by the zero bytes beside Latin letters. */
function wideEncoding(head: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second, third, fourth] = head;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0 && third !== 0 && fourth === 0)) {
    return 'utf-16le';
  }
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && third === 0 && fourth !== 0)
    ? 'utf-16be'
    : undefined;
}

/** Pieces are small, because all records of a piece are split at once: other work of the process waits meanwhile. */
const MOST_BYTES_OF_A_PIECE = 8_192;

async function* piecesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; at += MOST_BYTES_OF_A_PIECE) {
      yield chunk.subarray(at, at + MOST_BYTES_OF_A_PIECE);
    }
  }
}

async function* decoded(
  bytes: AsyncIterable<Uint8Array>,
  decoder: InstanceType<typeof TextDecoder>,
): AsyncGenerator<string> {
  for await (const piece of piecesOf(bytes)) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

/** One character for each byte. */
async function* singleBytes(bytes: AsyncIterable<Uint8Array>, skipped: number): AsyncGenerator<string> {
  let left = skipped;
  for await (const piece of piecesOf(bytes)) {
    const text = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1');
    yield text.slice(left);
    left = Math.max(0, left - text.length);
  }
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true });
const WINDOWS = new TextDecoder('windows-1252');

function mend(cell: string): string {
  if (!/[\u0080-\u00ff]/.test(cell)) return cell;
  const bytes = Buffer.from(cell, 'latin1');
  try {
    return UTF_8.decode(bytes);
  } catch {
    return WINDOWS.decode(bytes);
  }
}
