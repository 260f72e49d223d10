import { describe, expect, it } from 'vitest';
import { DEFAULT_BRAND_KIT } from '../brand.js';
import type {
  ButtonElement,
  OrnamentElement,
  PanelElement,
  PhotoElement,
  ProductElement,
  Scene,
  SceneElement,
  TextElement,
  TextRole,
} from '../layout/types.js';
import { typefaceFor } from '../text/typeface.js';
import type { Box } from '../types.js';
import { better, judge } from './judge.js';

const { palette } = DEFAULT_BRAND_KIT;
const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });

const text = (role: TextRole, size: number, at: Box, more: Partial<TextElement> = {}): TextElement => ({
  kind: 'text',
  role,
  block: {
    face: typefaceFor(role, 'Inter', role === 'headline', role),
    size,
    lines: [],
    leading: size,
    ascent: size,
    width: at.width,
    height: at.height,
  },
  place: { x: at.x, y: at.y + size, width: at.width, align: 'left' },
  box: at,
  colour: palette.text,
  ground: palette.background,
  ...more,
});

const panel = (at: Box, more: Partial<PanelElement> = {}): PanelElement => ({
  kind: 'panel',
  box: at,
  colour: palette.background,
  radius: 0,
  ...more,
});
const product = (at: Box, more: Partial<ProductElement> = {}): ProductElement => ({
  kind: 'product',
  index: 0,
  box: at,
  radius: 0,
  ground: palette.background,
  form: 'cutout',
  ...more,
});
const button = (at: Box, fill = palette.primary): ButtonElement => ({ kind: 'button', box: at, fill, radius: 8 });
const ornament = (at: Box, form: OrnamentElement['form']): OrnamentElement => ({
  kind: 'ornament',
  box: at,
  colour: palette.secondary,
  form,
});
const photo = (more: Partial<PhotoElement> = {}): PhotoElement => ({
  kind: 'photo',
  box: box(600, 0, 600, 600),
  radius: 0,
  crop: box(0.25, 0, 0.5, 1),
  focus: box(0.35, 0.2, 0.3, 0.5),
  faces: [],
  veil: 0,
  veilColour: '#000000',
  ...more,
});

const GROUND = panel(box(0, 0, 1200, 600));
const HEADLINE = text('headline', 80, box(60, 100, 480, 160));
const SUBHEADLINE = text('subheadline', 36, box(60, 290, 420, 36));
const BUTTON = button(box(60, 360, 220, 70));
const LABEL = text('callToAction', 30, box(90, 380, 160, 30), { colour: '#ffffff', ground: palette.primary });
const LEGAL = text('legal', 20, box(60, 540, 400, 20));
const PRODUCT = product(box(660, 60, 440, 380));
const TITLE = text('title', 30, box(780, 470, 200, 28), { index: 0 });
const PRICE = text('price', 32, box(780, 515, 200, 32), { index: 0 });
const ALL = [GROUND, HEADLINE, SUBHEADLINE, BUTTON, LABEL, LEGAL, PRODUCT, TITLE, PRICE];

const sceneOf = (elements: readonly SceneElement[]): Scene => ({
  family: 'by-hand',
  shape: 'wide',
  mirrored: false,
  ground: 'background',
  width: 1200,
  height: 600,
  density: 2,
  margin: 60,
  elements,
});

/** The good scene with one element in place of another, and perhaps more on top. */
const but = (old: SceneElement, ...now: SceneElement[]): Scene =>
  sceneOf(ALL.flatMap((element) => (element === old ? now : [element])));
const and = (...more: SceneElement[]): Scene => sceneOf([...ALL, ...more]);
const broken = (scene: Scene): string[] => judge(scene, palette).violations.map(({ name }) => name);
const figure = (scene: Scene, name: string) => judge(scene, palette).figures.find((one) => one.name === name);

describe('judge', () => {
  it('finds no fault in a good scene', () => {
    const { figures, violations, score } = judge(sceneOf(ALL), palette);
    expect(violations).toEqual([]);
    expect(figures.filter(({ holds }) => !holds)).toEqual([]);
    expect(score).toBeGreaterThan(60);
    expect(score).toBeLessThanOrEqual(100);
  });

  it('gives no figures for what is not there', () => {
    const names = judge(sceneOf([GROUND, HEADLINE]), palette).figures.map(({ name }) => name);
    for (const name of ['typeScale', 'legalScale', 'productShare', 'veil', 'facesCut', 'buttonColour']) {
      expect(names).not.toContain(name);
    }
  });

  it.each<[rule: string, Scene]>([
    ['typeScale', but(SUBHEADLINE, text('subheadline', 41, SUBHEADLINE.box))],
    ['buttonScale', but(LABEL, text('callToAction', 49, LABEL.box, { colour: '#ffffff', ground: palette.primary }))],
    ['legalScale', but(LEGAL, text('legal', 22, LEGAL.box))],
    ['priceScale', but(PRICE, text('price', 81, PRICE.box, { index: 0 }))],
    ['titleScale', but(TITLE, text('title', 33, TITLE.box, { index: 0 }))],
    ['legalFoot', but(LEGAL, text('legal', 20, box(600, 450, 40, 20)))],
    [
      'belowLegal',
      sceneOf([GROUND, HEADLINE, text('legal', 20, box(60, 500, 400, 20)), button(box(60, 535, 200, 40))]),
    ],
    ['readableSize', but(LEGAL, text('legal', 15, LEGAL.box))],
    ['contrast', but(SUBHEADLINE, text('subheadline', 36, SUBHEADLINE.box, { colour: '#c0b8b0' }))],
    ['margin', but(HEADLINE, text('headline', 80, box(20, 100, 480, 160)))],
    ['gap', but(SUBHEADLINE, text('subheadline', 36, box(60, 266, 420, 36)))],
    ['straddles', and(panel(box(300, 80, 400, 100), { colour: palette.secondary }))],
    ['padding', but(HEADLINE, panel(box(58, 98, 484, 164)), HEADLINE)],
    ['ornament', but(GROUND, GROUND, ornament(box(400, 50, 400, 400), 'disc'))],
    ['ornament', but(GROUND, GROUND, ornament(box(500, 90, 300, 20), 'bar'))],
    ['productShare', but(PRODUCT, product(box(760, 60, 240, 360)))],
    ['productCovered', and(panel(box(660, 60, 440, 100), { colour: palette.secondary }))],
    [
      'whiteBoxes',
      sceneOf([panel(GROUND.box, { colour: palette.primary }), product(PRODUCT.box, { ground: '#ffffff' })]),
    ],
    ['veil', but(PRODUCT, photo({ veil: 0.3 }))],
    ['facesCut', but(PRODUCT, photo({ faces: [box(0.2, 0.1, 0.1, 0.1)] }))],
    ['facesCovered', but(PRODUCT, photo({ faces: [box(0.45, 0.8, 0.1, 0.1)] }))],
    ['subjectCut', but(PRODUCT, photo({ focus: box(0.1, 0.2, 0.3, 0.5) }))],
    ['subjectCovered', but(PRODUCT, photo({ focus: box(0.35, 0.7, 0.2, 0.25) }))],
  ])('holds %s as a hard rule', (rule, scene) => {
    expect(broken(scene)).toContain(rule);
    expect(broken(sceneOf(ALL))).not.toContain(rule);
    expect(judge(scene, palette).score).toBe(0);
  });

  it('lets ornaments stand beside words and behind products', () => {
    expect(broken(but(GROUND, GROUND, ornament(box(640, 40, 420, 420), 'disc')))).toEqual([]);
    // The corner of the disc's box is behind the headline, the disc itself is not.
    expect(broken(sceneOf([GROUND, ornament(box(520, 230, 560, 320), 'disc'), HEADLINE, PRODUCT]))).toEqual([]);
  });

  it('lets a caption be over a photograph of a product if it has a plate of its own', () => {
    const tile = product(box(600, 0, 600, 600), { form: 'scene' });
    const words = [HEADLINE, SUBHEADLINE, BUTTON, LABEL, LEGAL];
    const caption = text('price', 30, box(1000, 520, 120, 30), { index: 0, ground: '#ffffff' });
    expect(broken(sceneOf([GROUND, tile, ...words, caption]))).toContain('gap');
    const plate = panel(box(980, 505, 160, 60), { colour: '#ffffff', radius: 30 });
    expect(broken(sceneOf([GROUND, tile, ...words, plate, caption]))).toEqual([]);
  });

  it('lets words stand beside a round panel and on it, but not across its edge', () => {
    const disc = (x: number) => panel(box(x, -300, 1_200, 1_200), { radius: 600, colour: palette.secondary });
    const words = text('headline', 80, box(60, 26, 480, 40));
    expect(broken(sceneOf([GROUND, disc(520), words]))).toEqual([]);
    expect(broken(sceneOf([GROUND, disc(-300), words]))).toEqual([]);
    expect(broken(sceneOf([GROUND, disc(300), words]))).toEqual(['straddles']);
  });

  it('takes the texts of one product as one thing, unless they run into each other', () => {
    const near = text('price', 32, box(780, 505, 200, 32), { index: 0 });
    const touching = text('price', 32, box(780, 503, 200, 32), { index: 0 });
    const ofAnother = text('price', 32, box(780, 505, 200, 32), { index: 1 });
    expect(broken(but(PRICE, near))).toEqual([]);
    expect(broken(but(PRICE, touching))).toEqual(['gap']);
    expect(broken(but(PRICE, ofAnother))).toEqual(['gap']);
  });

  it('takes an offer that is larger than the headline as the leading text', () => {
    const offer = text('offer', 160, box(60, 60, 480, 120));
    const small = text('headline', 40, box(60, 200, 300, 40));
    const texts = [offer, small, text('subheadline', 40, box(60, 270, 300, 40))];
    expect(broken(sceneOf([GROUND, ...texts]))).toEqual([]);
    expect(broken(sceneOf([GROUND, ...texts.slice(1)]))).toEqual(['typeScale']);
  });

  it('asks for 18 % of a square, and for less where a product is too slim for that', () => {
    const square = (width: number, height: number): Scene => ({
      ...sceneOf([panel(box(0, 0, 1_000, 1_000)), product(box(300, 60, width, height))]),
      shape: 'square',
      width: 1_000,
      height: 1_000,
    });
    expect(broken(square(420, 420))).toEqual(['productShare']);
    expect(broken(square(430, 430))).toEqual([]);
    expect(broken(square(240, 480))).toEqual([]);
    expect(broken(square(200, 400))).toEqual(['productShare']);
  });

  it('asks for as much of a slim product as fits a low banner', () => {
    const low = (width: number, height: number): Scene => ({
      ...sceneOf([panel(box(0, 0, 728, 90)), product(box(600, (90 - height) / 2, width, height))]),
      shape: 'leaderboard',
      width: 728,
      height: 90,
    });
    expect(broken(low(25, 75))).toEqual([]);
    expect(broken(low(10, 30))).toEqual(['productShare']);
    expect(broken(low(20, 60))).toEqual([]);
  });
});

describe('the merits', () => {
  it.each<[name: string, better: Scene, worse: Scene]>([
    ['productShare', sceneOf(ALL), but(PRODUCT, product(box(680, 80, 380, 350)))],
    ['focalPoint', sceneOf(ALL), but(HEADLINE, text('headline', 80, box(60, 30, 560, 250)))],
    ['hierarchy', sceneOf(ALL), but(PRICE, text('price', 60, box(780, 515, 200, 45), { index: 0 }))],
    ['balance', sceneOf([GROUND, HEADLINE, PRODUCT]), sceneOf([GROUND, PRODUCT])],
    [
      'whiteSpace',
      sceneOf([GROUND, text('headline', 80, box(300, 220, 600, 160))]),
      sceneOf([GROUND, text('headline', 80, box(50, 40, 1_100, 520))]),
    ],
    ['brandColours', sceneOf(ALL), but(GROUND, panel(GROUND.box, { colour: '#3fd42b' }))],
    ['buttonColour', sceneOf(ALL), but(BUTTON, button(BUTTON.box, '#3fd42b'))],
    ['headlineFill', sceneOf(ALL), but(HEADLINE, { ...HEADLINE, place: { ...HEADLINE.place, width: 1_100 } })],
    [
      'typeSizes',
      sceneOf(ALL),
      and(text('badge', 24, box(600, 500, 60, 24)), text('eyebrow', 17, box(60, 60, 90, 17))),
    ],
  ])('prefer a scene with a better %s', (name, good, worse) => {
    const { score } = judge(good, palette);
    const other = judge(worse, palette);
    expect(figure(good, name)?.value).not.toBe(figure(worse, name)?.value);
    expect(other.score).toBeLessThan(score);
  });

  it('can not make up for a broken hard rule', () => {
    const plain = judge(sceneOf([GROUND, text('headline', 60, box(400, 280, 200, 50))]), palette);
    const fine = judge(but(LEGAL, text('legal', 22, LEGAL.box)), palette);
    expect([fine, plain].toSorted(better)[0]).toBe(plain);
  });
});
