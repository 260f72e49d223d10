import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { RawImage } from '../types.js';
import { paintProduct } from './paint.js';
import { prepareProduct } from './prepare.js';
import type { ProductImage } from './types.js';

const SIDE = 400;
const RED = { r: 190, g: 40, b: 30 };

/** A photograph as JPEG, with its losses. */
async function photograph(ground: string, draw: (ctx: SKRSContext2D) => void): Promise<Buffer> {
  const canvas = createCanvas(SIDE, SIDE);
  const ctx = canvas.getContext('2d');
  ctx.fillStyle = ground;
  ctx.fillRect(0, 0, SIDE, SIDE);
  draw(ctx);
  return sharp(canvas.toBuffer('image/png')).jpeg({ quality: 88 }).toBuffer();
}

const disc =
  (colour: string, radius = 120) =>
  (ctx: SKRSContext2D): void => {
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.arc(SIDE / 2, SIDE / 2, radius, 0, Math.PI * 2);
    ctx.fill();
  };

const redDisc = disc('rgb(190,40,30)');

const softShadow = (ctx: SKRSContext2D): void => {
  ctx.filter = 'blur(11px)';
  ctx.fillStyle = 'rgba(0,0,0,0.35)';
  ctx.beginPath();
  ctx.ellipse(SIDE / 2, 322, 120, 16, 0, 0, Math.PI * 2);
  ctx.fill();
  ctx.filter = 'none';
};

/** Restless colours in large patches, as a scene has them. */
async function scene(width: number, height: number): Promise<Buffer> {
  let state = 7;
  const next = () => (state = (state * 48_271) % 2_147_483_647) % 200;
  const data = Buffer.from(Array.from({ length: 6 * 6 * 3 }, next));
  return sharp(data, { raw: { width: 6, height: 6, channels: 3 } })
    .resize(width, height, { kernel: 'cubic', fit: 'fill' })
    .png()
    .toBuffer();
}

const alphaAt = ({ width, data }: RawImage, x: number, y: number): number => data[(y * width + x) * 4 + 3] ?? 0;

/** The pixels of a canvas on which the product was painted at its own size. */
async function painted(product: ProductImage, ground: string) {
  const { width, height } = product.pixels;
  const canvas = createCanvas(width + 40, height + 40);
  const ctx = canvas.getContext('2d');
  ctx.fillStyle = ground;
  ctx.fillRect(0, 0, width + 40, height + 40);
  await paintProduct(ctx, product, { x: 20, y: 20, width, height }, ground);
  const { data } = ctx.getImageData(0, 0, width + 40, height + 40);
  return (x: number, y: number) => [...data.subarray(((y + 20) * (width + 40) + x + 20) * 4).subarray(0, 3)];
}

describe('prepareProduct', () => {
  it('cuts a product from white, and its edge is that of the product', async () => {
    const product = await prepareProduct(await photograph('#ffffff', redDisc));
    expect(product).toMatchObject({ form: 'cutout', source: 'flood', ground: null });
    expect(product.confidence).toBeGreaterThan(0.9);
    const { width, height } = product.pixels;
    expect(Math.abs(width - 240)).toBeLessThanOrEqual(2);
    expect(Math.abs(height - 240)).toBeLessThanOrEqual(2);
    expect(alphaAt(product.pixels, 3, 3)).toBe(0);
    expect(alphaAt(product.pixels, width >> 1, height >> 1)).toBe(255);
  });

  it('leaves no fringe of the white ground on a dark one', async () => {
    const product = await prepareProduct(await photograph('#ffffff', redDisc));
    const at = await painted(product, '#0d4434');
    const middle = product.pixels.width / 2;
    for (let angle = 0; angle < 180; angle += 3) {
      for (let radius = 114; radius < 126; radius += 0.5) {
        const turn = (-angle * Math.PI) / 180;
        const [r = 0, g = 0, b = 0] = at(
          Math.round(middle + radius * Math.cos(turn)),
          Math.round(middle + radius * Math.sin(turn)),
        );
        // A fringe is lighter than the product and the ground in all channels.
        expect(Math.min(r - RED.r, g - 68, b - 52), `${angle}° ${radius}`).toBeLessThan(12);
        expect(g, `${angle}° ${radius}`).toBeLessThan(68 + 22);
      }
    }
  });

  it.each([SIDE, SIDE / 2])('removes the soft shadow under a product in a photograph of %i pixels', async (side) => {
    const large = await photograph('#ffffff', (ctx) => {
      softShadow(ctx);
      redDisc(ctx);
    });
    const bytes = await sharp(large).resize(side, side).jpeg({ quality: 80 }).toBuffer();
    const { form, pixels } = await prepareProduct(bytes);
    expect(form).toBe('cutout');
    expect(Math.abs(pixels.height - side * 0.6)).toBeLessThanOrEqual(8);
    for (const x of [10, 20, pixels.width - 20]) expect(alphaAt(pixels, x, pixels.height - 6)).toBeLessThan(40);
  });

  it('removes a shadow that was drawn as an ellipse, and the ground that it encloses', async () => {
    const bytes = await photograph('#ffffff', (ctx) => {
      ctx.fillStyle = '#a8a8a8';
      ctx.beginPath();
      ctx.ellipse(SIDE / 2, 320, 150, 20, 0, 0, Math.PI * 2);
      ctx.fill();
      ctx.fillStyle = '#3050a0';
      ctx.fillRect(130, 80, 140, 60);
      ctx.fillRect(130, 80, 40, 240);
      ctx.fillRect(230, 80, 40, 240);
    });
    const { form, pixels } = await prepareProduct(bytes);
    expect(form).toBe('cutout');
    expect(Math.abs(pixels.width - 140)).toBeLessThanOrEqual(8);
    expect(alphaAt(pixels, 70, 150)).toBe(0);
    expect(alphaAt(pixels, 20, 150)).toBe(255);
  });

  it('keeps what the product encloses, such as a white print', async () => {
    const bytes = await photograph('#ffffff', (ctx) => {
      redDisc(ctx);
      disc('#ffffff', 20)(ctx);
    });
    const { form, pixels } = await prepareProduct(bytes);
    expect(form).toBe('cutout');
    expect(alphaAt(pixels, pixels.width >> 1, pixels.height >> 1)).toBe(255);
  });

  const onBody = (draw: (ctx: SKRSContext2D) => void) => (ctx: SKRSContext2D) => {
    ctx.fillStyle = '#b05c38';
    ctx.fillRect(80, 100, 170, 220);
    ctx.fillStyle = '#ffffff';
    draw(ctx);
  };
  const handle = (thickness: number) =>
    onBody((ctx) => {
      ctx.strokeStyle = '#b05c38';
      ctx.lineWidth = thickness;
      ctx.beginPath();
      ctx.ellipse(250, 210, 60, 70, 0, -Math.PI / 2, Math.PI / 2);
      ctx.stroke();
    });

  it('shows the ground inside a handle', async () => {
    const { form, pixels } = await prepareProduct(await photograph('#ffffff', handle(22)));
    expect(form).toBe('cutout');
    expect(alphaAt(pixels, 275 - 80, 210 - 100)).toBe(0);
    expect(alphaAt(pixels, 310 - 80, 210 - 100)).toBe(255);
  });

  it.each([
    ['a white label', onBody((ctx) => ctx.fillRect(130, 160, 60, 40)), [160, 180]],
    [
      'a white stripe with letters',
      onBody((ctx) => {
        ctx.fillRect(95, 180, 140, 14);
        ctx.fillStyle = '#b05c38';
        for (let x = 105; x < 230; x += 20) ctx.fillRect(x, 184, 8, 6);
      }),
      [100, 187],
    ],
  ] as const)('keeps %s', async (_, draw, [x, y]) => {
    const { form, pixels } = await prepareProduct(await photograph('#ffffff', draw));
    expect(form).toBe('cutout');
    expect(alphaAt(pixels, x - 80, y - 100)).toBe(255);
  });

  it('does not take a white part behind a thin outline for the inside of a handle', async () => {
    const { pixels } = await prepareProduct(await photograph('#ffffff', handle(3)));
    expect(alphaAt(pixels, 275 - 80, 210 - 100)).toBe(255);
  });

  it.each([
    ['a white product on white', '#ffffff', disc('#f6f6f6')],
    [
      'a product of which much shows the ground',
      '#ffffff',
      (ctx: SKRSContext2D) => (redDisc(ctx), disc('#ffffff', 90)(ctx)),
    ],
  ])('shows %s on its own ground', async (_, ground, draw) => {
    const product = await prepareProduct(await photograph(ground, draw));
    expect(product).toMatchObject({ form: 'scene', source: 'none', ground });
    expect(product.confidence).toBeLessThan(0.6);
  });

  it('shows a photograph on a dark ground as it is', async () => {
    const product = await prepareProduct(await photograph('#8a8a8a', redDisc));
    expect(product).toMatchObject({ form: 'scene', ground: '#8a8a8a', pixels: { width: SIDE, height: SIDE } });
  });

  it('uses the alpha of a file and trims its empty margins', async () => {
    const canvas = createCanvas(SIDE, SIDE);
    redDisc(canvas.getContext('2d'));
    const product = await prepareProduct(canvas.toBuffer('image/png'));
    expect(product).toMatchObject({
      form: 'cutout',
      source: 'alpha',
      confidence: 1,
      pixels: { width: 240, height: 240 },
    });
  });

  it('lets a glow of the file end softly at the trimmed box', async () => {
    const canvas = createCanvas(SIDE, SIDE);
    const ctx = canvas.getContext('2d');
    const glow = ctx.createRadialGradient(SIDE / 2, SIDE / 2, 60, SIDE / 2, SIDE / 2, 180);
    glow.addColorStop(0, 'rgba(0,0,0,0.3)');
    glow.addColorStop(1, 'rgba(0,0,0,0)');
    ctx.fillStyle = glow;
    ctx.fillRect(0, 0, SIDE, SIDE);
    redDisc(ctx);
    const { pixels } = await prepareProduct(canvas.toBuffer('image/png'));
    const alphas = Array.from({ length: pixels.width }, (_, x) => pixels.data[x * 4 + 3] ?? 255);
    expect(Math.max(...alphas)).toBeLessThanOrEqual(2);
    expect(pixels.data[((pixels.height >> 1) * pixels.width + (pixels.width >> 1)) * 4 + 3]).toBe(255);
  });

  it.each([
    ['a frame', { top: 12, bottom: 12, left: 12, right: 12 }],
    ['bars above and below', { top: 60, bottom: 60, left: 0, right: 0 }],
  ])('trims white borders: %s', async (_, borders) => {
    const framed = await sharp(await scene(300, 200))
      .extend({ ...borders, background: '#ffffff' })
      .jpeg()
      .toBuffer();
    const { form, pixels, ground } = await prepareProduct(framed);
    expect({ form, ground }).toEqual({ form: 'scene', ground: null });
    expect(Math.abs(pixels.width - 300)).toBeLessThanOrEqual(3);
    expect(Math.abs(pixels.height - 200)).toBeLessThanOrEqual(3);
  });

  it('does not take rounded corners for a cut-out', async () => {
    const mask = Buffer.from('<svg width="300" height="300"><rect width="300" height="300" rx="20"/></svg>');
    const rounded = await sharp(await scene(300, 300))
      .ensureAlpha()
      .composite([{ input: mask, blend: 'dest-in' }])
      .png()
      .toBuffer();
    expect((await prepareProduct(rounded)).form).toBe('scene');
  });
});

describe('paintProduct', () => {
  it('leaves opaque pixels as they are where they are not scaled', async () => {
    const bytes = await photograph('#ffffff', redDisc);
    const product = await prepareProduct(bytes);
    const at = await painted(product, '#ffd84d');
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const left = Math.round((SIDE - product.pixels.width) / 2);
    const top = Math.round((SIDE - product.pixels.height) / 2);
    let compared = 0;
    for (let y = 0; y < product.pixels.height; y += 1) {
      for (let x = 0; x < product.pixels.width; x += 1) {
        if (Math.hypot(x - product.pixels.width / 2, y - product.pixels.height / 2) > 114) continue;
        const from = ((top + y) * info.width + left + x) * 3;
        expect(at(x, y)).toEqual([...data.subarray(from, from + 3)]);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(30_000);
  });

  it('puts a shadow under a cut-out that is darker than the ground', async () => {
    const product = await prepareProduct(await photograph('#ffffff', redDisc));
    const at = await painted(product, '#ffd84d');
    const under = at(product.pixels.width >> 1, product.pixels.height + 2);
    expect(under[0]).toBeLessThan(240);
    expect(at(-15, -15)).toEqual([255, 216, 77]);
  });

  it('puts no shadow under a cut-out whose file ends in a soft glow', async () => {
    const ctx = createCanvas(200, 200).getContext('2d');
    ctx.fillStyle = 'rgba(190,40,30,1)';
    ctx.fillRect(40, 20, 120, 120);
    ctx.fillStyle = 'rgba(190,40,30,0.3)';
    ctx.fillRect(20, 140, 160, 40);
    const product = await prepareProduct(ctx.canvas.toBuffer('image/png'));
    const at = await painted(product, '#ffffff');
    expect(at(product.pixels.width >> 1, product.pixels.height + 2)).toEqual([255, 255, 255]);
  });

  it('fills the box of a studio photograph with its own ground', async () => {
    const product = await prepareProduct(await photograph('#8a8a8a', disc('#204060', 180)));
    const canvas = createCanvas(300, 100);
    await paintProduct(canvas.getContext('2d'), product, { x: 0, y: 0, width: 300, height: 100 }, '#ffffff');
    expect([...canvas.getContext('2d').getImageData(4, 50, 1, 1).data]).toEqual([138, 138, 138, 255]);
  });
});
