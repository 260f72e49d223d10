import { sharp } from '../image/sharp.js';
import { toRaw } from '../image/open.js';
import type { ProductImage } from './types.js';

type Facts = Omit<ProductImage, 'pixels'>;

/** Bytes of the length that a prepared product begins with. */
const HEAD = 4;

/** A prepared product as a file: the length of its facts, its facts as JSON, and its pixels as a PNG. */
export async function preparedFile({ pixels: { width, height, data }, ...facts }: ProductImage): Promise<Buffer> {
  const image = sharp(data, { raw: { width, height, channels: 4 } });
  const words = Buffer.from(JSON.stringify(facts satisfies Facts));
  const head = Buffer.alloc(HEAD);
  head.writeUInt32LE(words.length);
  return Buffer.concat([head, words, await image.png({ compressionLevel: 6, adaptiveFiltering: false }).toBuffer()]);
}

/** The same product as before: no pixel is lost. The file must be one of `preparedFile`. */
export async function readPrepared(bytes: Buffer): Promise<ProductImage> {
  const end = HEAD + bytes.readUInt32LE();
  const facts = JSON.parse(bytes.toString('utf8', HEAD, end)) as Facts;
  return { ...facts, pixels: await toRaw(sharp(bytes.subarray(end))) };
}
