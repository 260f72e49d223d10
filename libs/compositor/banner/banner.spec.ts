import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { DEFAULT_BRAND_KIT } from '../brand.js';
import type { CompositionErrorCode } from '../composition-error.js';
import type { Box, ComposedImage } from '../types.js';
import { bannerAltText, composeBanner } from './banner.js';
import type { BannerLayers, BannerSpec } from './types.js';

const SPEC: BannerSpec = { width: 900, height: 450, format: 'png', headline: 'We miss you', brand: DEFAULT_BRAND_KIT };

const HEADLINES = {
  Latin: 'We miss you, come back soon',
  Cyrillic: 'Мы скучаем по вам, возвращайтесь',
  Greek: 'Μας λείψατε, ελάτε πίσω',
  Hebrew: 'התגעגענו אליך, חזרו אלינו',
  Arabic: 'اشتقنا إليك، عودي إلينا',
  Devanagari: 'आपकी याद आ रही है, वापस आइए',
  Thai: 'ยินดีต้อนรับกลับมาอีกครั้งนะคะ',
  Chinese: '欢迎回来，限时优惠只为您准备',
  Japanese: 'おかえりなさい、限定クーポンです。',
  Korean: '다시 만나서 정말 반가워요',
  emoji: 'Party 🎉 for the 👨‍👩‍👧‍👦 and the 🐕‍🦺',
};

const image = async (width: number, height: number): Promise<Buffer> => {
  const data = Buffer.from(
    Array.from({ length: width * height * 3 }, (_, index) => (index * 37 + (index >> 7) * 11) % 256),
  );
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
};

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

function expectWhole({ overlays, products, width, height }: ComposedImage): void {
  for (const { box, text, lines, role } of overlays) {
    expect(lines.join('').replaceAll(/\s/gu, ''), role).toBe(text.replaceAll(/\s/gu, ''));
    expect(box.x, role).toBeGreaterThanOrEqual(0);
    expect(box.y, role).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width, role).toBeLessThanOrEqual(width);
    expect(box.y + box.height, role).toBeLessThanOrEqual(height);
  }
  // The caption of a photograph is on a plate in its corner.
  const captions = new Set(['title', 'price', 'compareAtPrice']);
  const words = overlays.filter(({ role }) => !captions.has(role));
  const boxes = [...words.map(({ box }) => box), ...products.map(({ box }) => box)];
  boxes.forEach((box, index) => boxes.slice(index + 1).forEach((other) => expect(overlap(box, other)).toBe(false)));
}

const refusal = async (
  spec: Partial<BannerSpec>,
  layers?: BannerLayers,
): Promise<{ code: CompositionErrorCode; place: string | null }> =>
  composeBanner({ ...SPEC, ...spec }, layers).then(
    () => expect.fail('was composed'),
    ({ code, place }: { code: CompositionErrorCode; place: string | null }) => ({ code, place }),
  );

describe('composeBanner', () => {
  it.each(Object.entries(HEADLINES))(
    'draws all of %s inside the image without overlapping other parts',
    async (_, headline) => {
      const rest = { subheadline: headline, callToAction: headline.slice(0, 5), legal: headline };
      expectWhole(
        await composeBanner(
          { ...SPEC, headline, ...rest },
          { products: [{ image: await image(60, 80), title: headline, price: '€ 1' }] },
        ),
      );
    },
  );

  it.each([
    [728, 90],
    [300, 250],
    [160, 600],
    [970, 250],
    [1080, 1080],
    [320, 50],
    [4096, 512],
    [600, 4096],
  ])('fits %i x %i pixels', async (width, height) => {
    const words = { headline: '20% off today', callToAction: 'Shop now' };
    const banner = await composeBanner(
      { ...SPEC, ...words, width, height },
      { products: [{ image: await image(80, 80), title: 'Mug' }] },
    );
    expect(await sharp(banner.bytes).metadata()).toMatchObject({ width, height, format: 'png' });
    expectWhole(banner);
  });

  it('keeps the pixels of a product as they are and trims only what is empty', async () => {
    const [red, blue] = ['#c02040', '#2040c0'].map((background) => ({
      input: { create: { width: 200, height: 150, channels: 4 as const, background } },
    }));
    const product = await sharp({ create: { width: 500, height: 500, channels: 4, background: '#00000000' } })
      .composite([
        { ...red, input: red?.input ?? Buffer.alloc(0), left: 50, top: 100 },
        { ...blue, input: blue?.input ?? Buffer.alloc(0), left: 250, top: 100 },
        { ...blue, input: blue?.input ?? Buffer.alloc(0), left: 50, top: 250 },
      ])
      .png()
      .toBuffer();
    const banner = await composeBanner(SPEC, { products: [{ image: product, title: 'Mug' }] });
    const [{ box } = { box: { x: 0, y: 0, width: 1, height: 1 } }] = banner.products;
    expect(box.width / box.height).toBeCloseTo(400 / 300, 1);
    expect((box.width * box.height) / (SPEC.width * SPEC.height)).toBeGreaterThanOrEqual(0.18);
    const at = async (x: number, y: number) => {
      const place = { left: Math.round(box.x + box.width * x), top: Math.round(box.y + box.height * y) };
      const pixel = sharp(banner.bytes).extract({ ...place, width: 1, height: 1 });
      return [...(await pixel.removeAlpha().raw().toBuffer())];
    };
    expect(await at(0.25, 0.25)).toEqual([0xc0, 0x20, 0x40]);
    expect(await at(0.75, 0.25)).toEqual([0x20, 0x40, 0xc0]);
    expect(await at(0.25, 0.75)).toEqual([0x20, 0x40, 0xc0]);
  });

  it('keeps the colours of a product to a step of 255 where it is scaled: less than ΔE 1', async () => {
    const [width, height, air] = [600, 480, 40];
    /** The colour at a place of the product, from 0 to 1 on each side. */
    const colourAt = (x: number, y: number) => [150 + x * 70, 110 + y * 70, 90];
    const data = Buffer.from(
      Array.from({ length: width * height }, (_, index) => {
        const x = ((index % width) - air) / (width - 2 * air);
        const y = (Math.floor(index / width) - air) / (height - 2 * air);
        return Math.hypot(x - 0.5, y - 0.5) < 0.5 ? [...colourAt(x, y).map(Math.round), 255] : [0, 0, 0, 0];
      }).flat(),
    );
    const product = await sharp(data, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer();
    const banner = await composeBanner(SPEC, { products: [{ image: product, title: 'Mug' }] });
    const box = banner.products[0]?.box ?? { x: 0, y: 0, width: 0, height: 0 };
    expect(box.width).not.toBe(width - 2 * air);
    const { data: made } = await sharp(banner.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const apart: number[] = [];
    for (let row = 0; row < box.height; row += 5) {
      for (let column = 0; column < box.width; column += 5) {
        const [x, y] = [(column + 0.5) / box.width, (row + 0.5) / box.height];
        if (Math.hypot(x - 0.5, y - 0.5) > 0.45) continue;
        const at = ((Math.round(box.y) + row) * SPEC.width + Math.round(box.x) + column) * 3;
        apart.push(...colourAt(x, y).map((value, channel) => Math.abs(Math.round(value) - (made[at + channel] ?? 0))));
      }
    }
    expect(apart.length).toBeGreaterThan(1_500);
    expect(Math.max(...apart)).toBeLessThanOrEqual(1);
  });

  it('keeps the rules of sizes in a low image with many words', async () => {
    const spec: BannerSpec = {
      ...SPEC,
      width: 1200,
      height: 400,
      headline: 'Willkommen zurück bei uns',
      subheadline: 'Versandkostenfreie Lieferung für alle Lieblingsstücke bis Sonntag.',
      callToAction: 'Jetzt entdecken',
      legal: 'Gilt nicht für Geschenkgutscheine und bereits reduzierte Artikel.',
      offer: '20 % Rabatt',
      brand: { ...DEFAULT_BRAND_KIT, fonts: { heading: 'Montserrat', body: 'Montserrat' }, tone: 'bold' },
    };
    const product = { image: await image(400, 400), title: 'Steinguttasse Terrakotta', price: '24,90 €' };
    const composed = await composeBanner(spec, { products: [product, product, product] });
    expect(composed.violations).toEqual([]);
    expectWhole(composed);
  });

  it('sets the figure of an offer large, the badge small, and strikes a former price through', async () => {
    const banner = await composeBanner(
      { ...SPEC, width: 1200, height: 600, offer: '20% off', badge: 'Just in', callToAction: 'Shop now' },
      { products: [{ image: await image(300, 300), title: 'Mug', price: '€ 24.90', compareAtPrice: '€ 32.00' }] },
    );
    const found = new Map(banner.overlays.map(({ role, text, fontSize }) => [`${role} ${text}`, fontSize]));
    const headline = found.get('headline We miss you') ?? 0;
    expect(found.get('offer 20%')).toBeGreaterThanOrEqual(headline * 1.5);
    expect(found.get('offer off')).toBeLessThanOrEqual(headline);
    expect(found.get('eyebrow JUST IN')).toBeLessThanOrEqual(headline / 2);
    expect(found.has('compareAtPrice € 32.00')).toBe(true);
  });

  it.each(['split-photo', 'editorial', 'framed'])('is laid out as %s if that is asked for', async (family) => {
    const products = [{ image: await image(300, 200), title: 'Mug' }];
    const wide = { ...SPEC, width: 1200, height: 600, callToAction: 'Shop now' };
    expect((await composeBanner({ ...wide, family }, { products })).family).toBe(family);
  });

  it('puts right-to-left text on the right side and its products on the left', async () => {
    const { overlays, products } = await composeBanner(
      { ...SPEC, headline: HEADLINES.Arabic },
      { products: [{ image: await image(50, 50), title: 'x' }] },
    );
    expect(overlays[0]?.box.x).toBeGreaterThan((products[0]?.box.x ?? 0) + (products[0]?.box.width ?? 0));
  });

  it('gives the same bytes for the same input and others for another seed', async () => {
    const [first, again, other] = await Promise.all(
      [0, 0, 1].map(async (seed) => (await composeBanner({ ...SPEC, seed }, { background: { prompt: 'sea' } })).bytes),
    );
    expect(first?.equals(again ?? Buffer.alloc(0))).toBe(true);
    expect(first?.equals(other ?? Buffer.alloc(0))).toBe(false);
  });

  it.each([
    ['bold', DEFAULT_BRAND_KIT.palette.background],
    ['calm', DEFAULT_BRAND_KIT.palette.secondary],
  ] as const)('shows a brand whose tone is %s on %s', async (tone, ground) => {
    const spec = { ...SPEC, offer: '20% off', family: 'offer-poster', brand: { ...DEFAULT_BRAND_KIT, tone } };
    const { bytes } = await composeBanner(spec);
    const corner = await sharp(bytes).extract({ left: 0, top: 0, width: 1, height: 1 }).removeAlpha().raw().toBuffer();
    expect(`#${corner.toString('hex')}`).toBe(ground);
  });

  it('shows eight products', async () => {
    const one = await image(80, 80);
    const products = Array.from({ length: 8 }, (_, index) => ({ image: one, title: `Mug ${index}`, price: '€ 9.00' }));
    const made = await composeBanner({ ...SPEC, width: 1200, height: 1200 }, { products });
    expect(made.violations).toEqual([]);
    expect(made.overlays.filter(({ role }) => role === 'price')).toHaveLength(8);
  });

  it('refuses impossible input and names the field', async () => {
    const tracker = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const good = { image: await image(40, 40), title: 'Mug' };
    expect(await refusal({ headline: 'word '.repeat(400), width: 300, height: 200 })).toEqual({
      code: 'text_does_not_fit',
      place: 'headline',
    });
    expect(await refusal({ legal: 'x '.repeat(3000) })).toEqual({ code: 'text_does_not_fit', place: 'legal' });
    expect(await refusal({ headline: '   ' })).toEqual({ code: 'text_does_not_fit', place: 'headline' });
    expect(await refusal({ subheadline: 'ᚠᚢᚦ' })).toEqual({ code: 'text_not_drawable', place: 'subheadline' });
    expect(await refusal({}, { products: [good, { ...good, image: tracker }] })).toEqual({
      code: 'image_too_small',
      place: 'products/1',
    });
    expect(await refusal({}, { background: Buffer.from('<svg/>') })).toEqual({
      code: 'image_type_not_allowed',
      place: 'background',
    });
    expect(await refusal({}, { products: Array.from({ length: 9 }, () => good) })).toEqual({
      code: 'too_many_products',
      place: 'products',
    });
  });

  describe('the texts of a banner as they are shown', () => {
    const WORDS = {
      headline: '20% off today',
      subheadline: 'On everything until Sunday',
      callToAction: 'Shop now',
      legal: 'Not with other offers.',
    };
    const SMALLEST: Readonly<Record<string, number>> = { callToAction: 14, title: 11, price: 11 };
    const brands = [
      DEFAULT_BRAND_KIT,
      { ...DEFAULT_BRAND_KIT, tone: 'bold' as const },
      { ...DEFAULT_BRAND_KIT, palette: { ...DEFAULT_BRAND_KIT.palette, accent: '#f2a900' } },
    ];

    it.each([
      [1200, 600, undefined, 2],
      [1200, 600, 1200, 1],
      [1200, 600, 300, 4],
      [900, 450, undefined, 2],
      [801, 400, undefined, 2.0025],
      [800, 400, undefined, 1],
      [600, 300, undefined, 1],
      [1080, 1080, undefined, 2],
      [970, 250, undefined, 2],
      [300, 250, undefined, 1],
    ])('can be read in %i x %i pixels shown %s wide', async (width, height, shownWidth, density) => {
      const products = [0, 1, 2].map(() => ({ title: 'Enamel mug', price: '€ 24.90' }));
      const images = await Promise.all(products.map(() => image(80, 80)));
      const shown = shownWidth === undefined ? {} : { shownWidth };
      for (const brand of brands) {
        const { overlays } = await composeBanner(
          { ...SPEC, ...WORDS, brand, width, height, ...shown },
          { products: products.map((product, index) => ({ ...product, image: images[index] ?? Buffer.alloc(0) })) },
        );
        expect(overlays.length).toBeGreaterThanOrEqual(4);
        for (const { role, fontSize, contrast, required } of overlays) {
          const size = fontSize / density;
          const large = size >= 24 || (size >= 18.66 && ['headline', 'callToAction', 'price'].includes(role));
          expect(required, role).toBe(large ? 3 : 4.5);
          expect(contrast, role).toBeGreaterThanOrEqual(required);
          expect(size + 0.05, role).toBeGreaterThanOrEqual(SMALLEST[role] ?? 8);
        }
      }
    });

    it('are refused if they could be large enough only in a larger image', async () => {
      const small = { width: 300, height: 100, headline: 'Sale', callToAction: 'Shop the whole sale now' };
      expect((await composeBanner({ ...SPEC, ...small, shownWidth: 300 })).overlays).toHaveLength(2);
      expect(await refusal({ ...small, shownWidth: 100 })).toMatchObject({ code: 'text_does_not_fit' });
    });

    it('contain no title that is broken within a word', async () => {
      const title = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze';
      const { overlays } = await composeBanner(
        { ...SPEC, width: 1200, height: 600 },
        { products: await Promise.all([1, 2, 3, 4].map(async () => ({ image: await image(80, 80), title }))) },
      );
      expect(overlays.map(({ role }) => role)).toEqual(['headline']);
    });
  });

  it('repeats the offer word for word in its alt text', () => {
    const spec = {
      ...SPEC,
      headline: '20% off!',
      subheadline: 'Only  today',
      callToAction: 'Shop now',
      legal: 'T&C apply.',
    };
    const text = bannerAltText(spec, [{ title: 'Mug', price: '€ 24.90' }]);
    expect(text).toBe('20% off! Only today. Shop now. T&C apply. Mug, € 24.90.');
  });
});
