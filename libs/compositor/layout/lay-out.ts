import type { Area, Family, GroundRole, Plan, TextItem, TextsPlan } from '../families/types.js';
import type { TextPlace } from '../text/draw.js';
import type { Box, Palette } from '../types.js';
import { rounded } from '../boxes.js';
import { better, judge } from '../critic/judge.js';
import { boxIn, discIn, inset, overlaps, shapeOf } from './boxes.js';
import { colourOf, type Colouring, colouringOf, inksOn } from './colouring.js';
import { type Content, textRunsFromTheRight } from './content.js';
import { fitColumn, fitLegal, type FittedColumn } from './fit-column.js';
import { photoIn, placeImages } from './images.js';
import { type ColumnPlace, placeColumn } from './place-column.js';
import { GROWTHS, grown } from './grow.js';
import { asTallAs, onPlate, plateElement } from './plate.js';
import { fitRow, type FittedRow, placeRow } from './row.js';
import { paletteOn, whiteGroundOf } from './shared-ground.js';
import { textElement } from './text-element.js';
import { LEAST_MARGIN, SMALLEST } from './type-scale.js';
import type { Scene, SceneElement, Shape } from './types.js';

export interface LayoutWish {
  readonly family: Family;
  readonly ground: GroundRole;
  readonly palette: Palette;
  /** On the other side than the text's direction asks. */
  readonly mirrored: boolean;
}

const ORDER: readonly TextItem[] = ['logo', 'badge', 'headline', 'offer', 'subheadline', 'callToAction'];

/** Margins as shares of the short side. */
const MARGIN: Readonly<Record<Shape, number>> = { wide: 0.095, square: 0.072, portrait: 0.075, leaderboard: 0.1 };

/** The most lines of a headline. */
const LINES: Readonly<Record<Shape, number>> = { wide: 5, square: 5, portrait: 7, leaderboard: 3 };
const CROWDED_LINES = 8;

/** A scene as its family describes it, with more room for long texts; null if the content does not fit it. */
export function layOut(content: Content, wish: LayoutWish): Scene | null {
  const scenes = plansFor(content, wish.family).flatMap((plan) => withRoom(content, plan, wish) ?? []);
  if (scenes.length < 2) return scenes[0] ?? null;
  const judged = scenes.map((scene) => ({ scene, verdict: judge(scene, wish.palette) }));
  return judged.toSorted((a, b) => better(a.verdict, b.verdict))[0]?.scene ?? null;
}

/** Narrower than this share of its height, a product has more room beside the words than above them. */
const TALL = 0.95;

/** A wide image of these proportions is so low that crowded words may need the row of a leaderboard. */
const LOW = 2.6;

/**
 * The plan of the shape; for one tall product in a square or a portrait also the one of wide images, and for crowded
 * words in a low image also the one of leaderboards, for one wide product in two widths.
 */
function plansFor(content: Content, { shapes }: Family): Plan[] {
  const shape = shapeOf(content);
  if (shape === 'wide' && content.crowding !== 'none' && content.width / content.height >= LOW) {
    return [shapes.wide, shapes.leaderboard, ...forWideProduct(content, shapes.leaderboard)];
  }
  const [only, ...others] = content.products;
  const isTall = others.length === 0 && only?.form === 'cutout' && only.aspect < TALL;
  const own = shapes[shape];
  return isTall && (shape === 'square' || shape === 'portrait') ? [own, shapes.wide] : [own];
}

/** The share of the texts' area that is left beside one wide product. */
const BESIDE_WIDE = 0.86;

/** The plan with more room for one wide product, which would be too small in the usual one. */
function forWideProduct({ products }: Content, plan: Plan): Plan[] {
  const [only, ...others] = products;
  const isWide = others.length === 0 && only !== undefined && only.aspect > 1 / TALL;
  const roomier = isWide ? grown(plan, BESIDE_WIDE) : null;
  return roomier ? [roomier] : [];
}

/** The halvings of the step between the last growth that is too small for the texts and the first that has room. */
const HALVINGS = 2;

/**
 * The scene with the first growth that has room for the texts. Where the images get too small by it, a growth between
 * that one and the one before may do for both.
 */
function withRoom(content: Content, base: Plan, wish: LayoutWish): Scene | null {
  const sceneAt = (growth: number): Scene | null => {
    const plan = grown(base, growth);
    return plan && layOutPlan(content, plan, wish);
  };
  let below: number = GROWTHS[0];
  for (const growth of GROWTHS) {
    const scene = sceneAt(growth);
    if (scene) return breaksRules(scene, wish) ? (between(below, growth, sceneAt, wish) ?? scene) : scene;
    below = growth;
  }
  return null;
}

/** The first scene of a growth between the two that keeps all hard rules. */
function between(
  below: number,
  above: number,
  sceneAt: (growth: number) => Scene | null,
  wish: LayoutWish,
): Scene | null {
  if (!Number.isFinite(above)) return null;
  let [low, high] = [below, above];
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (low + high) / 2;
    const scene = sceneAt(middle);
    if (scene && !breaksRules(scene, wish)) return scene;
    [low, high] = scene ? [low, middle] : [middle, high];
  }
  return null;
}

const breaksRules = (scene: Scene, { palette }: LayoutWish): boolean => judge(scene, palette).violations.length > 0;

function layOutPlan(content: Content, plan: Plan, { family, ground, palette, mirrored }: LayoutWish): Scene | null {
  const shape = shapeOf(content);
  const shown = content.products.length > 0 || content.photo !== null;
  const texts = shown ? plan.texts : (plan.alone ?? plan.texts);
  if (!shown && (plan.images || plan.photo) && !plan.alone) return null;
  const share = content.crowding === 'none' ? MARGIN[shape] : LEAST_MARGIN;
  const margin = Math.max(2, Math.round(Math.min(content.width, content.height) * share));
  const flipped = isFlipped(content, texts.area, mirrored);
  const colouring = colouringOf(ground, paletteOn(whiteGroundOf(content), palette), content.loud);
  const elements = elementsOf({ content, family, plan, texts, colouring, margin, flipped, shape, shown });
  return elements && { family: family.name, shape, mirrored, ground, ...sizeOf(content), margin, elements };
}

/** Text that runs from right to left is on the right, whatever side its family has for other text. */
function isFlipped(content: Content, [x, , width]: Area, mirrored: boolean): boolean {
  const isRight = x + width / 2 > 0.55;
  return (textRunsFromTheRight(content) && !isRight) !== mirrored;
}

const sizeOf = ({ width, height, density }: Content) => ({ width, height, density });

interface Job {
  readonly content: Content;
  readonly family: Family;
  readonly plan: Plan;
  readonly texts: TextsPlan;
  readonly colouring: Colouring;
  readonly margin: number;
  readonly flipped: boolean;
  readonly shape: Shape;
  /** Whether there is anything to see besides texts. */
  readonly shown: boolean;
}

function elementsOf(job: Job): SceneElement[] | null {
  const { content, plan, texts, colouring, margin, flipped, shown } = job;
  const whole = { x: 0, y: 0, width: content.width, height: content.height };
  const area = boxIn(texts.area, content, flipped);
  const widest = texts.panel ? rounded(inset(area, (texts.inset ?? 0) * short(content))) : null;
  const room = widest ? onPlate(job, widest) : withMargins(area, whole, { margin, side: sideOf(job) });
  const ownFoot = widest !== null || area.y + area.height > content.height * 0.97;
  const fitted = fit(job, room, ownFoot);
  if (!fitted) return null;
  const plate = widest && asTallAs(job, widest, widest.height - room.height + fitted.height);
  const column = plate ? onPlate(job, plate) : room;
  const legal = ownFoot || !content.texts.legal ? null : footLine(job, fitted.sizes, whole);
  if (legal === undefined) return null;
  const floor = legal ? content.height - legal.height : content.height;
  const cut = (box: Box): Box => ({ ...box, height: Math.max(1, Math.min(box.y + box.height, floor) - box.y) });
  const ground = plate ? colourOf(texts.panel ?? 'stage', colouring) : colouring.ground;
  const elements: SceneElement[] = [{ kind: 'panel', box: whole, colour: colouring.ground, radius: 0 }];
  if (plan.photo && content.photo) {
    const box = rounded(cut(inset(boxIn(plan.photo.area, content, flipped), (plan.photo.inset ?? 0) * short(content))));
    elements.push(photoIn(content.photo, box, plan.photo.inset ? content.cornerRadius * 1.2 : 0, freeOf(box, plate)));
  }
  for (const { area: where, form, colour } of plan.ornaments ?? []) {
    const box = boxIn(where, content, flipped);
    const round = form === 'disc' || form === 'ring';
    elements.push({
      kind: 'ornament',
      box: round ? discIn(box) : box,
      form,
      colour: colourOf(colour, colouring),
      ...(form === 'quarters' ? { colours: colouring.mosaic } : {}),
    });
  }
  const withPhoto = !plan.photo;
  if (plan.images && shown && (content.products.length > 0 || withPhoto)) {
    const box = cut(boxIn(plan.images.area, content, flipped));
    const { caption, text, headline } = fitted.sizes;
    const types = { caption, price: Math.max(caption, text), headline };
    const disc = plan.images.disc && discIn(boxIn(plan.images.disc, content, flipped));
    elements.push(...placeImages(plan.images, { area: box, disc: disc ?? null, content, colouring, types, withPhoto }));
  }
  if (plate) elements.push(plateElement(job, plate, ground, inksOn(ground, colouring).ink));
  const place: ColumnPlace = {
    area: column,
    align: alignOf(job),
    anchor: texts.anchor ?? 'middle',
    inks: inksOn(ground, colouring),
    ground,
    radius: content.cornerRadius,
  };
  elements.push(...fitted.place(place), ...(legal ? legal.place(place) : []));
  return elements;
}

/** A low image has more air beside its words than above them. */
const sideOf = ({ content, shape, margin }: Job): number =>
  shape === 'leaderboard' && content.crowding === 'none' ? margin * 1.8 : margin;

const short = ({ width, height }: Content): number => Math.min(width, height);

function alignOf({ content, texts }: Job): TextPlace['align'] {
  if (texts.align === 'centre') return 'center';
  return textRunsFromTheRight(content) ? 'right' : 'left';
}

interface Fitted {
  readonly sizes: Pick<FittedColumn, 'caption' | 'text' | 'headline'>;
  /** Of all words with the legal line. */
  readonly height: number;
  readonly place: (place: ColumnPlace) => SceneElement[];
}

function fit({ content, family, texts, shape }: Job, area: Box, legal: boolean): Fitted | null {
  const order = withCountdown(family.order ?? ORDER);
  const headlineLines = content.crowding === 'none' ? LINES[shape] : CROWDED_LINES;
  const wish = { order, headline: texts.headline ?? family.headline, headlineLines, legal };
  if (texts.flow === 'row') {
    const row: FittedRow | null = fitRow(content, area, wish);
    return row && { sizes: row.column, height: area.height, place: (place) => placeRow(row, place) };
  }
  const column = fitColumn(content, area, wish);
  const foot = column?.legal ? column.legal.height + column.gap * 1.2 : 0;
  return column && { sizes: column, height: column.height + foot, place: (place) => placeColumn(column, place) };
}

/** A countdown stands before the button. */
const withCountdown = (order: readonly TextItem[]): TextItem[] =>
  order.flatMap((item) => (item === 'callToAction' ? ['countdown', item] : [item]));

/** The legal line at the foot of the whole image; undefined if it does not fit there. */
function footLine(job: Job, { text }: Fitted['sizes'], whole: Box) {
  const { content, margin, colouring } = job;
  const side = sideOf(job);
  const face = content.texts.legal;
  const room = { width: content.width - side * 2, height: content.height * 0.5 };
  const unit = Math.sqrt(content.width * content.height);
  const block = face && fitLegal(face, room, { unit, sub: text, least: SMALLEST.legal * content.density });
  if (!block) return undefined;
  const height = block.height + margin * 1.35;
  const look = { role: 'legal', colour: inksOn(colouring.ground, colouring).soft, ground: colouring.ground } as const;
  const place = ({ align }: ColumnPlace): SceneElement[] => [
    textElement(block, { x: side, top: whole.height - margin * 0.75 - block.height, width: room.width, align }, look),
  ];
  return { height, place };
}

/** A side at the edge of the image keeps the margin; a side within it keeps a little less. */
function withMargins(area: Box, whole: Box, { margin, side }: { margin: number; side: number }): Box {
  const near = (distance: number, edge = margin) => (distance < 2 ? edge : margin * 0.6);
  const left = near(area.x, side);
  const right = near(whole.width - area.x - area.width, side);
  const top = near(area.y);
  const bottom = near(whole.height - area.y - area.height);
  return { x: area.x + left, y: area.y + top, width: area.width - left - right, height: area.height - top - bottom };
}

/** The largest part of the box beside a plate that covers a part of it. */
function freeOf(box: Box, plate: Box | null): Box {
  if (!plate || !overlaps(box, plate)) return box;
  const right = plate.x + plate.width;
  const bottom = plate.y + plate.height;
  const sides: Box[] = [
    { ...box, width: plate.x - box.x },
    { ...box, x: right, width: box.x + box.width - right },
    { ...box, height: plate.y - box.y },
    { ...box, y: bottom, height: box.y + box.height - bottom },
  ];
  const area = ({ width, height }: Box) => Math.max(0, width) * Math.max(0, height);
  return sides.reduce((best, side) => (area(side) > area(best) ? side : best));
}
