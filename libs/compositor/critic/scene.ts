import type {
  ButtonElement,
  CountdownElement,
  LogoElement,
  PanelElement,
  ProductElement,
  Scene,
  SceneElement,
  ShownFaces,
  TextElement,
  TextRole,
} from '../layout/types.js';
import type { Box } from '../types.js';
import { contains } from './boxes.js';

export type Piece = TextElement | ButtonElement | LogoElement | ProductElement | CountdownElement;

const ofKind =
  <Kind extends SceneElement['kind']>(kind: Kind) =>
  ({ elements }: Scene) =>
    elements.filter((element): element is Extract<SceneElement, { kind: Kind }> => element.kind === kind);

export const textsIn = ofKind('text');
export const buttonsIn = ofKind('button');
export const panelsIn = ofKind('panel');
export const productsIn = ofKind('product');
export const photosIn = ofKind('photo');
export const ornamentsIn = ofKind('ornament');

export const shortSide = ({ width, height }: Scene): number => Math.min(width, height);
export const frameOf = ({ width, height }: Scene): Box => ({ x: 0, y: 0, width, height });

export const sizeOf = (scene: Scene, role: TextRole): number | null => {
  const sizes = textsIn(scene).flatMap((text) => (text.role === role ? [text.block.size] : []));
  return sizes.length > 0 ? Math.max(...sizes) : null;
};

/** The text that leads: the headline, or the offer where that is set larger. */
export function leadOf(scene: Scene): TextElement | null {
  const leads = textsIn(scene).filter(({ role }) => role === 'headline' || role === 'offer');
  return leads.toSorted((a, b) => b.block.size - a.block.size)[0] ?? null;
}

export const isLabel = (scene: Scene, { role, box }: TextElement): boolean =>
  role === 'callToAction' && buttonsIn(scene).some((button) => contains(button.box, box));

/** Texts, buttons, logos and products: what a reader sees as one thing each. A label is a part of its button. */
export const piecesIn = (scene: Scene): Piece[] =>
  scene.elements.filter(
    (element): element is Piece =>
      element.kind === 'button' ||
      element.kind === 'logo' ||
      element.kind === 'countdown' ||
      element.kind === 'product' ||
      (element.kind === 'text' && !isLabel(scene, element)),
  );

/** A panel with a text of its own that does not reach the edge of the image on both sides: a badge, a caption. */
export const isPlate = (scene: Scene, panel: PanelElement): boolean =>
  panel.form !== 'frame' &&
  panel.box.width * panel.box.height < (scene.width * scene.height) / 4 &&
  textsIn(scene).some(({ box }) => contains(panel.box, box)) &&
  !productsIn(scene).some(({ box }) => contains(panel.box, box));

/** A box of fractions of the photograph's file, in pixels of the image. */
export const placedOn = ({ box, crop }: Pick<ShownFaces, 'box' | 'crop'>, part: Box): Box => ({
  x: box.x + ((part.x - crop.x) / crop.width) * box.width,
  y: box.y + ((part.y - crop.y) / crop.height) * box.height,
  width: (part.width / crop.width) * box.width,
  height: (part.height / crop.height) * box.height,
});

/** What is painted over an element, letters included. A frame is only an outline, and an ornament is light. */
export const over = (scene: Scene, element: SceneElement): Box[] =>
  scene.elements
    .slice(scene.elements.indexOf(element) + 1)
    .filter((other) => other.kind !== 'ornament' && !(other.kind === 'panel' && other.form === 'frame'))
    .map(({ box }) => box);
