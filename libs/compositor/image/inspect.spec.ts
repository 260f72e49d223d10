import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { CompositionError } from '../composition-error.js';
import { fitImage } from './fit.js';
import { inspectImage } from './inspect.js';
import { MAX_IMAGE_BYTES } from './limits.js';

const solid = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c00' } });

const codeOf = async (bytes: Uint8Array): Promise<string> =>
  inspectImage(bytes).then(
    () => 'accepted',
    (error: CompositionError) => error.code,
  );

/** A PNG whose header claims a size, with one pixel of data behind it. */
async function claiming(width: number, height: number): Promise<Buffer> {
  const png = await solid(1, 1).png().toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc(png.subarray(12, 29)), 29);
  return png;
}

/** CRC-32 as PNG chunks have it. */
function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return (value ^ 0xffffffff) >>> 0;
}

describe('inspectImage', () => {
  it.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)('takes %s by its first bytes', async (format) => {
    const bytes = await solid(40, 30).toFormat(format).toBuffer();
    expect(await inspectImage(bytes)).toMatchObject({ type: format, width: 40, height: 30 });
  });

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"/>'],
    ['SVG behind an XML head', '<?xml version="1.0"?><svg/>'],
    ['HTML', '<!doctype html><img src=x onerror=alert(1)>'],
    ['PDF', '%PDF-1.7'],
    ['nothing', ''],
  ])('refuses %s', async (_, text) => {
    expect(await codeOf(Buffer.from(text))).toBe('image_type_not_allowed');
  });

  it('refuses a header that claims 60,000 x 60,000 without unpacking anything', async () => {
    expect(await codeOf(await claiming(60_000, 60_000))).toBe('image_too_large');
    expect(await codeOf(await claiming(8000, 5001))).toBe('image_too_large');
    expect(await codeOf(await claiming(8000, 5000))).toBe('accepted');
  });

  it('refuses more than 10 MB, tracking pixels and damaged files', async () => {
    const png = await solid(400, 300).png().toBuffer();
    expect(await codeOf(Buffer.concat([png, Buffer.alloc(MAX_IMAGE_BYTES)]))).toBe('image_too_large');
    expect(await codeOf(await solid(1, 1).png().toBuffer())).toBe('image_too_small');
    expect(await codeOf(png.subarray(0, 20))).toBe('image_unreadable');
    await expect(fitImage(png.subarray(0, png.length - 200), 50, 50)).rejects.toMatchObject({
      code: 'image_unreadable',
    });
    await expect(fitImage(await claiming(5000, 5000), 50, 50)).rejects.toMatchObject({ code: 'image_unreadable' });
  });

  it('sees an image as its EXIF turns it', async () => {
    const turned = await solid(60, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await inspectImage(turned)).toMatchObject({ width: 20, height: 60 });
    expect(await fitImage(turned, 20, 60)).toMatchObject({ width: 20, height: 60, retained: 1 });
  });
});
