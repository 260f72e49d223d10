import { createCanvas } from '@napi-rs/canvas';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { DEFAULT_BRAND_KIT } from '../brand.js';
import { drawText } from '../text/draw.js';
import { measure, typefaceFor } from '../text/typeface.js';
import type { BrandKit, ImageFormat, Overlay, Tone } from '../types.js';
import { composeBanner } from './banner.js';

/** This spec measures on its own: it decodes the file, draws the glyphs again to find them, and has its own formula. */
interface Pixels {
  readonly data: Buffer;
  readonly width: number;
}

const decode = async (bytes: Buffer): Promise<Pixels> => {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width };
};

function relativeLuminance(rgb: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = rgb.map((value) => {
    const part = value / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

type Align = 'left' | 'center' | 'right';

/** The glyph coverage of each pixel in the overlay's box, 0..255. */
function glyphs(overlay: Overlay, brand: BrandKit, align: Align): Uint8ClampedArray {
  const { box, role, text, fontSize, lines } = overlay;
  const bold = role === 'headline' || role === 'callToAction' || role === 'price';
  const face = typefaceFor(text, role === 'headline' ? brand.fonts.heading : brand.fonts.body, bold, role);
  const measured = lines.map((line) => ({ text: line, ...measure(face, line, fontSize) }));
  // Base lines are on whole pixels, and so is the distance between them.
  const ascent = Math.ceil(measured[0]?.ascent ?? 0);
  const leading = (box.height - ascent - Math.ceil(measured.at(-1)?.descent ?? 0)) / Math.max(1, lines.length - 1);
  const canvas = createCanvas(box.width, box.height);
  const ctx = canvas.getContext('2d');
  ctx.fillStyle = '#ffffff';
  ctx.fillRect(0, 0, box.width, box.height);
  const block = { face, size: fontSize, lines: measured, leading, ascent, width: box.width, height: box.height };
  drawText(ctx, block, { x: 0, y: ascent, width: box.width, align }, '#000000');
  return ctx
    .getImageData(0, 0, box.width, box.height)
    .data.filter((_, at) => at % 4 === 0)
    .map((value) => 255 - value);
}

interface Finding {
  readonly contrast: number;
  readonly separation: number;
}

function check({ data, width }: Pixels, overlay: Overlay, mask: Uint8ClampedArray): Finding {
  const { box } = overlay;
  const light: number[] = Array.from({ length: box.width * box.height }, (_, index) => {
    const at = ((box.y + Math.floor(index / box.width)) * width + box.x + (index % box.width)) * 3;
    return relativeLuminance([...data.subarray(at, at + 3)]);
  });
  const inside = light.filter((_, index) => (mask[index] ?? 0) > 250).toSorted((a, b) => a - b);
  const text = inside[inside.length >> 1] ?? 0;
  const near = (index: number) =>
    [-2, -1, 0, 1, 2].some((dy) => [-2, -1, 0, 1, 2].some((dx) => (mask[index + dy * box.width + dx] ?? 0) > 0));
  const ground = light.filter((_, index) => !near(index));
  const ratios = ground
    .map((value) => (Math.max(value, text) + 0.05) / (Math.min(value, text) + 0.05))
    .toSorted((a, b) => a - b);
  return {
    contrast: ratios[Math.floor(ratios.length * 0.01)] ?? 21,
    separation: ratios.reduce((sum, one) => sum + one, 0) / ratios.length,
  };
}

/** The contrast of a text in the file. An overlay has no alignment; the one that fits the pixels best was drawn. */
function contrastOn(pixels: Pixels, overlay: Overlay, brand: BrandKit): number {
  const findings = (['left', 'center', 'right'] as const).map((align) =>
    check(pixels, overlay, glyphs(overlay, brand, align)),
  );
  return findings.toSorted((a, b) => b.separation - a.separation)[0]?.contrast ?? 0;
}

/** Stands in for a restless photograph: smooth light and dark areas in all colours. */
async function photograph(seed: number): Promise<Buffer> {
  let state = seed;
  const next = () => (state = (state * 48_271) % 2_147_483_647) % 256;
  const data = Buffer.from(Array.from({ length: 12 * 8 * 3 }, next));
  return sharp(data, { raw: { width: 12, height: 8, channels: 3 } })
    .resize(900, 600, { kernel: 'cubic' })
    .jpeg()
    .toBuffer();
}

const WORDS = {
  latin: {
    headline: 'We miss you, come back',
    subheadline: 'Two of your favourites are in stock again.',
    legal: 'Until 31 December, while stocks last.',
  },
  arabic: {
    headline: 'اشتقنا إليك! خصم ٢٠٪',
    subheadline: 'عودي إلينا واستمتعي بقهوتك المفضلة',
    legal: 'يسري العرض حتى ٣١ ديسمبر',
  },
  japanese: {
    headline: 'お帰りなさい。20%オフ！',
    subheadline: 'お気に入りの商品が再入荷しました。',
    legal: '在庫がなくなり次第終了します。',
  },
};

const TONES: readonly Tone[] = ['calm', 'playful', 'elegant', 'bold'];

describe('contrast of a finished banner, measured again from its file', () => {
  it.each([
    ['latin', 'png', 1200, 600, 1],
    ['latin', 'jpeg', 600, 600, 2],
    ['arabic', 'png', 1200, 600, 3],
    ['arabic', 'webp', 900, 450, 4],
    ['japanese', 'jpeg', 1200, 400, 5],
    ['japanese', 'png', 500, 900, 6],
  ] as const)('is enough on a restless photograph (%s, %s, %i x %i)', async (script, format, width, height, seed) => {
    const brand = DEFAULT_BRAND_KIT;
    const spec = {
      ...WORDS[script],
      callToAction: '→ 20%',
      width,
      height,
      format: format satisfies ImageFormat,
      brand,
    };
    const banner = await composeBanner(spec, { background: await photograph(seed) });
    const pixels = await decode(banner.bytes);
    expect(banner.scrim).toBeLessThanOrEqual(0.25);
    for (const overlay of banner.overlays) {
      expect(overlay.contrast, overlay.role).toBeGreaterThanOrEqual(overlay.required);
      // Losses of an encoder lighten thin strokes and stain the ground beside them.
      expect(contrastOn(pixels, overlay, brand), overlay.role).toBeGreaterThanOrEqual(
        overlay.required * (format === 'png' ? 1 : 0.85),
      );
    }
  });

  it.each(TONES)('is enough on the treatment of a brand that is %s', async (tone) => {
    const brand = { ...DEFAULT_BRAND_KIT, tone };
    const banner = await composeBanner({ ...WORDS.latin, width: 1000, height: 500, format: 'png', brand });
    const pixels = await decode(banner.bytes);
    for (const overlay of banner.overlays) {
      expect(contrastOn(pixels, overlay, brand), overlay.role).toBeGreaterThanOrEqual(overlay.required);
    }
  });

  it('is reported as too low for dark text over a dark patch', async () => {
    const brand = DEFAULT_BRAND_KIT;
    const banner = await composeBanner(
      { ...WORDS.latin, width: 1000, height: 500, format: 'png', brand },
      { background: await plain('#ffffff') },
    );
    const [headline] = banner.overlays;
    if (!headline) throw new Error('no headline');
    const patch = await sharp({
      create: {
        width: Math.ceil(headline.box.width / 3),
        height: headline.box.height,
        channels: 4,
        background: '#00000090',
      },
    })
      .png()
      .toBuffer();
    const spoilt = await sharp(banner.bytes)
      .composite([{ input: patch, left: headline.box.x, top: headline.box.y }])
      .png()
      .toBuffer();
    expect(contrastOn(await decode(banner.bytes), headline, brand)).toBeGreaterThan(7);
    expect(contrastOn(await decode(spoilt), headline, brand)).toBeLessThan(7);
  });
});

const plain = async (background: string): Promise<Buffer> =>
  sharp({ create: { width: 400, height: 200, channels: 3, background } })
    .png()
    .toBuffer();
