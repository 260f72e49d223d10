import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readLogo } from './read-logo.js';

const svg = (inside: string, width = 400, height = 200): Promise<Buffer> =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inside}</svg>`))
    .png()
    .toBuffer();
const WHITE = '<rect width="400" height="200" fill="#ffffff"/>';

async function read(bytes: Uint8Array) {
  const reading = await readLogo(bytes);
  if (!reading) throw new Error('nothing is visible');
  return reading;
}

/** The colour and the opacity of one pixel. */
async function pixel(bytes: Uint8Array, x: number, y: number) {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.round(y * (info.height - 1)) * info.width + Math.round(x * (info.width - 1))) * 4;
  return [...data.subarray(at, at + 4)];
}

describe('a logo', () => {
  it('loses its white box and its margins, and keeps what is white inside', async () => {
    const logo = await svg(
      `${WHITE}<circle cx="200" cy="100" r="60" fill="#c8102e"/><circle cx="200" cy="100" r="30" fill="#fff"/>`,
    );
    const { logo: image, changes } = await read(logo);
    expect(changes).toEqual(['whiteBoxRemoved', 'trimmed']);
    expect(Math.abs(image.width - 120)).toBeLessThanOrEqual(2);
    expect((await pixel(image.bytes, 0, 0))[3]).toBe(0);
    expect((await pixel(image.bytes, 0.5, 0.5)).slice(0, 4)).toEqual([255, 255, 255, 255]);
    expect(isLike(await pixel(image.bytes, 0.15, 0.5), '#c8102e')).toBe(true);
  });

  it('has soft edges without a white fringe', async () => {
    const { logo } = await read(await svg(`${WHITE}<circle cx="200" cy="100" r="60" fill="#0a5c36"/>`));
    const { data } = await sharp(logo.bytes).raw().toBuffer({ resolveWithObject: true });
    const fringe: number[] = [];
    for (let at = 0; at < data.length; at += 4) {
      const [r = 0, g = 0, b = 0, alpha = 0] = data.subarray(at, at + 4);
      if (alpha > 40 && Math.min(r, g, b) > 200) fringe.push(at);
    }
    expect(fringe).toEqual([]);
  });

  it('on a coloured ground keeps it, because it belongs to the brand', async () => {
    const { logo, changes, dark } = await read(
      await svg('<rect width="400" height="200" fill="#f2a900"/><circle cx="200" cy="100" r="40"/>'),
    );
    expect(changes).toEqual([]);
    expect([logo.width, logo.height]).toEqual([400, 200]);
    expect(dark).not.toBeNull();
  });

  it('of one dark ink gets a light version, in which what was cut out is clear', async () => {
    const { dark, changes } = await read(
      await svg('<circle cx="200" cy="100" r="60" fill="#111"/><circle cx="200" cy="100" r="30" fill="#fff"/>'),
    );
    expect(changes).toContain('lightened');
    expect(await pixel(dark?.bytes ?? Buffer.of(), 0.15, 0.5)).toEqual([255, 255, 255, 255]);
    expect((await pixel(dark?.bytes ?? Buffer.of(), 0.5, 0.5))[3]).toBe(0);
  });

  it('of one dark colour keeps its hue in dark mode', async () => {
    const { dark } = await read(await svg('<ellipse cx="200" cy="100" rx="150" ry="50" fill="#0b1f4b"/>'));
    const [r = 0, g = 0, b = 0] = await pixel(dark?.bytes ?? Buffer.of(), 0.5, 0.5);
    expect(b).toBeGreaterThan(r);
    expect(r + g + b).toBeGreaterThan(330);
  });

  it('with black words beside a bright sign changes only the words', async () => {
    const { dark } = await read(
      await svg(
        '<circle cx="80" cy="100" r="60" fill="#e4002b"/><rect x="180" y="70" width="200" height="60" fill="#111"/>',
      ),
    );
    expect(isLike(await pixel(dark?.bytes ?? Buffer.of(), 0.15, 0.5), '#e4002b')).toBe(true);
    expect(await pixel(dark?.bytes ?? Buffer.of(), 0.8, 0.5)).toEqual([255, 255, 255, 255]);
  });

  it('with black words beside a white sign in a bright disc keeps the sign', async () => {
    const sign = '<circle cx="80" cy="100" r="60" fill="#e4002b"/><circle cx="80" cy="100" r="20" fill="#fff"/>';
    const { dark } = await read(await svg(`${sign}<rect x="180" y="70" width="200" height="60" fill="#111"/>`));
    expect(await pixel(dark?.bytes ?? Buffer.of(), 0.8, 0.5)).toEqual([255, 255, 255, 255]);
  });

  it('whose black and white lie beside each other has no version for dark mode', async () => {
    const sign =
      '<circle cx="80" cy="100" r="60" fill="#e4002b"/><rect x="180" y="70" width="200" height="60" fill="#111"/>';
    const { dark } = await read(await svg(`${sign}<rect x="220" y="90" width="100" height="20" fill="#fff"/>`));
    expect(dark?.width).toBeUndefined();
  });

  it('of one bright ink in a white box is clear inside its letters in dark mode', async () => {
    const ring = '<circle cx="200" cy="100" r="60" fill="#f2a900"/><circle cx="200" cy="100" r="30" fill="#fff"/>';
    const { dark } = await read(await svg(WHITE + ring));
    expect((await pixel(dark?.bytes ?? Buffer.of(), 0.5, 0.5))[3]).toBe(0);
    expect(isLike(await pixel(dark?.bytes ?? Buffer.of(), 0.15, 0.5), '#f2a900')).toBe(true);
  });

  it('with words in one dark colour beside a bright sign gives the words a light tint of their hue', async () => {
    const words = '<rect x="180" y="70" width="200" height="60" fill="#173a4a"/>';
    const { dark } = await read(await svg(`<circle cx="80" cy="100" r="60" fill="#f2b632"/>${words}`));
    expect(isLike(await pixel(dark?.bytes ?? Buffer.of(), 0.15, 0.5), '#f2b632')).toBe(true);
    const [r = 0, g = 0, b = 0] = await pixel(dark?.bytes ?? Buffer.of(), 0.8, 0.5);
    expect(b).toBeGreaterThan(r);
    expect(r + g + b).toBeGreaterThan(480);
    const touching = await read(await svg(`<circle cx="180" cy="100" r="60" fill="#f2b632"/>${words}`));
    expect(touching.dark?.width).toBeUndefined();
  });

  it('of several dark colours has no version for dark mode', async () => {
    const { dark } = await read(
      await svg('<circle cx="80" cy="100" r="60" fill="#3d0a12"/><circle cx="300" cy="100" r="60" fill="#0a123d"/>'),
    );
    expect(dark?.width).toBeUndefined();
  });

  it('in white gets a dark version for light grounds', async () => {
    const { logo, dark, changes } = await read(await svg('<circle cx="80" cy="100" r="60" fill="#fff"/>'));
    expect(changes).toContain('darkened');
    expect(await pixel(logo.bytes, 0.5, 0.5)).toEqual([0x1d, 0x23, 0x27, 255]);
    expect(await pixel(dark?.bytes ?? Buffer.of(), 0.5, 0.5)).toEqual([255, 255, 255, 255]);
  });

  it('in which nothing is visible is none', async () => {
    expect(await readLogo(await svg(''))).toBeNull();
    expect(await readLogo(await svg(WHITE))).toBeNull();
  });
});

/** Soft edges and the decoder move a channel by one or two steps. */
const isLike = (pixel: readonly number[], colour: string): boolean =>
  [1, 3, 5].every(
    (at, channel) => Math.abs((pixel[channel] ?? 0) - Number.parseInt(colour.slice(at, at + 2), 16)) <= 3,
  );
