import { describe, expect, it } from 'vitest';
import { scenesFor } from '../banner/banner.js';
import { DEFAULT_BRAND_KIT } from '../brand.js';
import { judge } from '../critic/judge.js';
import type { Content, ProductContent } from '../layout/content.js';
import { candidatesFor } from '../layout/candidates.js';
import { layOut } from '../layout/lay-out.js';
import { offerContent } from '../layout/offer.js';
import { type Scene, type Shape, SHAPES, type TextElement, type TextRole } from '../layout/types.js';
import { eyebrowFaceFor, typefaceFor } from '../text/typeface.js';
import { FAMILIES } from './index.js';
import type { Family } from './types.js';

const { palette } = DEFAULT_BRAND_KIT;
const SPEC = { width: 1080, height: 1080, format: 'png', headline: 'Welcome back', brand: DEFAULT_BRAND_KIT } as const;
const priceDrop = familyNamed('price-drop');

function familyNamed(wanted: string): Family {
  const family = FAMILIES.find(({ name }) => name === wanted);
  if (!family) throw new Error(`there is no family ${wanted}`);
  return family;
}

const SIZES: Readonly<Record<Shape, { width: number; height: number }>> = {
  wide: { width: 1200, height: 600 },
  square: { width: 1080, height: 1080 },
  portrait: { width: 1080, height: 1620 },
  leaderboard: { width: 970, height: 250 },
};

const product = (index: number): ProductContent => ({
  form: 'cutout',
  studio: null,
  cutFromWhite: false,
  aspect: [1.1, 0.8, 1.3, 1][index % 4] ?? 1,
  luminance: 0.2,
  title: typefaceFor('Enamel mug', 'Inter', false, 'title'),
  price: typefaceFor('€ 24.90', 'Inter', true, 'price'),
  compareAtPrice: index === 0 ? typefaceFor('€ 32.00', 'Inter', false, 'price') : null,
});

/** What a family is made for: its best number of products, an offer or a photograph if it needs one. */
function contentFor({ takes, best }: Family, shape: Shape): Content {
  const count = best?.[0] ?? takes.products[0];
  const middle =
    shape === 'leaderboard'
      ? { x: 0.76, y: 0.3, width: 0.2, height: 0.2 }
      : { x: 0.55, y: 0.2, width: 0.35, height: 0.3 };
  return {
    ...SIZES[shape],
    density: 2,
    texts: {
      headline: typefaceFor('Welcome back', 'Inter', true, 'headline'),
      subheadline: typefaceFor('What you liked is here again.', 'Inter', false, 'subheadline'),
      callToAction: typefaceFor('Have a look', 'Inter', true, 'callToAction'),
      legal: shape === 'leaderboard' ? null : typefaceFor('Until 31 December.', 'Inter', false, 'legal'),
      badge:
        shape === 'leaderboard' || shape === 'square' || takes.offer === 'must'
          ? null
          : eyebrowFaceFor('Just in', 'Inter', 'badge'),
      offer: takes.offer === 'must' ? offerContent('20% off', 'Inter') : null,
      countdown: null,
    },
    products: Array.from({ length: count }, (_, index) => product(index)),
    photo: takes.photo === 'must' ? { size: { width: 1600, height: 1200 }, focus: middle, faces: [] } : null,
    logo: shape === 'leaderboard' || shape === 'square' ? null : { aspect: 4, luminance: 0.1 },
    cornerRadius: 16,
    loud: false,
    crowding: 'none',
  };
}

const captionsIn = ({ elements }: Pick<Scene, 'elements'>, wanted: TextRole): TextElement[] =>
  elements.filter((element): element is TextElement => element.kind === 'text' && element.role === wanted);

const cases = FAMILIES.flatMap((family) => SHAPES.map((shape) => ({ family, shape, name: family.name })));

describe('the families of banners', () => {
  it('are at least sixteen and have names of their own', () => {
    expect(new Set(FAMILIES.map(({ name }) => name)).size).toBe(FAMILIES.length);
    expect(FAMILIES.length).toBeGreaterThanOrEqual(16);
  });

  it.each(cases)('keep the hard rules: $name, $shape', ({ family, shape }) => {
    const content = contentFor(family, shape);
    const scenes = family.grounds.map((ground) => layOut(content, { family, ground, palette, mirrored: false }));
    for (const scene of scenes) {
      expect(scene && judge(scene, palette).violations).toEqual([]);
    }
  });

  it.each(['square', 'portrait'] as const)('give one tall product room beside many words in a %s', (shape) => {
    const words = 'Everything that you liked is here again, and shipping is on us until the last day of this week.';
    const taking = FAMILIES.filter(({ name, takes }) => takes.products[0] === 1 && name !== 'word-first');
    expect(taking.length).toBeGreaterThan(2);
    for (const family of taking) {
      const content = contentFor(family, shape);
      const texts = { ...content.texts, subheadline: typefaceFor(words, 'Inter', false, 'subheadline') };
      const bottle = { ...product(0), aspect: 0.35 };
      const [ground = 'background'] = family.grounds;
      const wish = { family, ground, palette, mirrored: false };
      const scene = layOut({ ...content, texts, products: [bottle] }, wish);
      expect(scene && judge(scene, palette).violations, family.name).toEqual([]);
      const box = scene?.elements.find(({ kind }) => kind === 'product')?.box;
      expect((box?.height ?? 0) / content.height, family.name).toBeGreaterThan(0.5);
    }
  });

  it.each([0.95, 1, 1.05, 1.3, 2, 3.5])('show both prices of one product of %d in a square', (aspect) => {
    for (const words of [
      'It costs less now.',
      'It costs less now, and shipping is on us until the end of this week.',
    ]) {
      const content = contentFor(priceDrop, 'square');
      const subheadline = typefaceFor(words, 'Inter', false, 'subheadline');
      const products = [{ ...product(0), aspect }];
      const lowered = { ...content, texts: { ...content.texts, subheadline }, products };
      const { scene, verdict } = scenesFor({ ...SPEC, family: priceDrop.name }, lowered, 1)[0] ?? {};
      expect(scene?.family).toBe('price-drop');
      expect(verdict?.violations).toEqual([]);
      const roles = scene?.elements.flatMap((element) => (element.kind === 'text' ? [element.role] : []));
      expect(roles, words).toEqual(expect.arrayContaining(['price', 'compareAtPrice']));
    }
  });

  it.each(['coupon', 'editorial', 'statement'])('keep the hard rules with many words in a low image: %s', (name) => {
    const font = 'Lora';
    const content = contentFor(familyNamed(name), 'wide');
    const texts = {
      ...content.texts,
      headline: typefaceFor('اشتقنا إليك كثيرا', font, true, 'headline'),
      subheadline: typefaceFor(
        'منتجاتك المفضلة متوفرة من جديد، والتوصيل مجاني هذا الأسبوع.',
        font,
        false,
        'subheadline',
      ),
      callToAction: typefaceFor('تسوّقي الآن', font, true, 'callToAction'),
      legal: typefaceFor('يسري العرض حتى ٣١ ديسمبر.', font, false, 'legal'),
      badge: eyebrowFaceFor('جديد', font, 'badge'),
      offer: offerContent('خصم 20%', font),
    };
    const low = { ...content, height: 400, texts, products: [], photo: null, logo: null };
    const [best] = scenesFor({ ...SPEC, width: 1200, height: 400, family: name }, low, 1);
    expect(best?.verdict.violations).toEqual([]);
  });

  const lowWith = (content: Content, aspect: number): Content => {
    const products = [{ ...product(0), aspect }];
    return { ...content, height: 400, density: 2, products, photo: null, logo: null };
  };

  it('give one wide product its share beside six texts in a low image', () => {
    const content = contentFor(familyNamed('product-stage'), 'wide');
    const texts = {
      ...content.texts,
      headline: typefaceFor('We saved your favourites', 'Rubik', true, 'headline'),
      subheadline: typefaceFor(
        'Both are back in stock, and shipping is on us this week.',
        'Inter',
        false,
        'subheadline',
      ),
      callToAction: typefaceFor('Shop now', 'Inter', true, 'callToAction'),
      legal: typefaceFor('Free shipping until 31 December on orders over 30 euros.', 'Inter', false, 'legal'),
      badge: eyebrowFaceFor('Just in', 'Inter', 'badge'),
      offer: offerContent('20% off', 'Rubik'),
    };
    const low = lowWith({ ...content, texts }, 1.51);
    const [best] = scenesFor({ ...SPEC, width: 1200, height: 400, shownWidth: 600, family: 'product-stage' }, low, 1);
    expect(best?.verdict.violations).toEqual([]);
    expect(best?.scene.family).toBe('product-stage');
  });

  it('give one wide product its share beside a Chinese offer in a low image', () => {
    const content = contentFor(familyNamed('framed'), 'wide');
    const font = 'Playfair Display';
    const texts = {
      ...content.texts,
      headline: typefaceFor('欢迎回来，好久不见', font, true, 'headline'),
      subheadline: typefaceFor('您喜爱的商品已重新上架，本周免运费。', 'Lora', false, 'subheadline'),
      callToAction: typefaceFor('立即选购', 'Lora', true, 'callToAction'),
      legal: typefaceFor('活动截止至12月31日。', 'Lora', false, 'legal'),
      badge: null,
      offer: offerContent('立减20%', font),
    };
    const low = lowWith({ ...content, texts }, 1.51);
    const [best] = scenesFor({ ...SPEC, width: 1200, height: 400, shownWidth: 600, family: 'framed' }, low, 1);
    expect(best?.verdict.violations).toEqual([]);
  });

  it('refuse texts that leave the only product no room', () => {
    const content = contentFor(familyNamed('price-drop'), 'wide');
    const texts = {
      ...content.texts,
      headline: typefaceFor('Willkommen zurück bei uns', 'Rubik', true, 'headline'),
      subheadline: typefaceFor(
        'Versandkostenfreie Lieferung für alle Lieblingsstücke bis Sonntag.',
        'Inter',
        false,
        'subheadline',
      ),
      callToAction: typefaceFor('Jetzt entdecken', 'Inter', true, 'callToAction'),
      legal: typefaceFor('Gilt nicht für Geschenkgutscheine und bereits reduzierte Artikel.', 'Inter', false, 'legal'),
      badge: eyebrowFaceFor('Frühlingsneuheiten', 'Inter', 'badge'),
      offer: offerContent('20 % Rabatt', 'Rubik'),
    };
    const low = lowWith({ ...content, texts }, 2);
    const compose = () => scenesFor({ ...SPEC, width: 1200, height: 400, shownWidth: 600 }, low, 1);
    expect(compose).toThrow('The text does not fit 1200 x 400 pixels beside its products at a legible size.');
  });

  it.each(SHAPES)('show a photograph on white beside cut-out products without white boxes: %s', (shape) => {
    const white = { ...product(1), form: 'scene', studio: '#fdfdfd' } as const;
    const content = { ...contentFor(familyNamed('tile-wall'), shape), products: [product(0), white, product(2)] };
    const scenes = candidatesFor(content, { families: FAMILIES, palette, seed: 0 });
    const kept = scenes.filter(({ verdict }) => verdict.violations.length === 0);
    expect(kept.length).toBeGreaterThan(2);
    const grounds = kept.map(({ scene }) => scene.elements.find(({ kind }) => kind === 'panel'));
    expect(new Set(grounds.map((ground) => ground?.kind === 'panel' && ground.colour))).toEqual(new Set(['#fdfdfd']));
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('have four layouts of different families for %d products', (count) => {
    const products = Array.from({ length: count }, (_, index) => product(index));
    const content = { ...contentFor(familyNamed('word-first'), 'wide'), products };
    const scenes = candidatesFor(content, { families: FAMILIES, palette, seed: 0 });
    const kept = scenes.filter(({ verdict }) => verdict.violations.length === 0);
    expect(new Set(kept.map(({ scene }) => scene.family)).size).toBeGreaterThanOrEqual(4);
  });

  it('are not for former prices where those find no room', () => {
    const long = 'A very long price that no caption has room for '.repeat(6);
    const compareAtPrice = typefaceFor(long, 'Inter', false, 'price');
    const content = contentFor(priceDrop, 'square');
    const scenes = candidatesFor(
      { ...content, products: [{ ...product(0), compareAtPrice }] },
      { families: [priceDrop], palette, seed: 0 },
    );
    expect(scenes).toEqual([]);
  });

  it('show a former price unless a family without captions is asked for', () => {
    const content = contentFor(familyNamed('tall-tiles'), 'wide');
    const rolesIn = (families: readonly Family[], seed: number) =>
      candidatesFor(content, { families, palette, seed }).map(({ scene }) => captionsIn(scene, 'compareAtPrice'));
    for (let seed = 0; seed < 40; seed += 1) {
      for (const shown of rolesIn(FAMILIES, seed)) expect(shown).toHaveLength(1);
    }
    expect(rolesIn([familyNamed('tall-tiles')], 0)[0]).toEqual([]);
  });

  it('have all captions of a row in one form', () => {
    const long = { ...product(1), title: typefaceFor('Enamel mug with a lid and a handle', 'Inter', false, 'title') };
    const [tiles, ground] = [familyNamed('strip'), 'background'] as const;
    const content = { ...contentFor(tiles, 'square'), products: [product(1), long, product(2)] };
    const scene = layOut(content, { family: tiles, ground, palette, mirrored: false });
    if (!scene) throw new Error('the products find no room');
    const [titles, prices] = [captionsIn(scene, 'title'), captionsIn(scene, 'price')];
    expect(prices).toHaveLength(3);
    prices.forEach(({ box }, at) => {
      const title = titles[at];
      expect(box.y).toBeGreaterThan((title?.box.y ?? 0) + (title?.box.height ?? 0));
    });
  });

  it('put text that runs from right to left on the right', () => {
    /** Where the middle of all products is, from 0 at the left edge to 1 at the right. */
    const middleOf = (content: Content, family: Family): number => {
      const scene = layOut(content, { family, ground: family.grounds[0] ?? 'background', palette, mirrored: false });
      const boxes = scene?.elements.flatMap((element) => (element.kind === 'product' ? [element.box] : [])) ?? [];
      const sum = boxes.reduce((total, { x, width }) => total + x + width / 2, 0);
      return boxes.length === 0 ? 0.5 : sum / boxes.length / content.width;
    };
    let beside = 0;
    for (const family of FAMILIES) {
      const content = contentFor(family, 'wide');
      const headline = typefaceFor('اشتقنا إليك', 'Inter', true, 'headline');
      const usual = middleOf(content, family);
      if (Math.abs(usual - 0.5) < 0.1) continue;
      beside += 1;
      const mirrored = middleOf({ ...content, texts: { ...content.texts, headline } }, family);
      expect(mirrored, family.name).toBeLessThan(0.5);
    }
    expect(beside).toBeGreaterThan(5);
  });
});
