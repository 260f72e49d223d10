import type { TextPlace } from '../text/draw.js';
import type { TextBlock } from '../text/fit.js';
import type { Typeface } from '../text/typeface.js';
import type { Box, TextRole } from '../types.js';

export type { TextRole };

/** By the ratio of width to height: from 2.6 a leaderboard, from 1.25 wide, from 0.8 square, below that a portrait. */
export const SHAPES = ['wide', 'square', 'portrait', 'leaderboard'] as const;

export type Shape = (typeof SHAPES)[number];

/** A colour of the brand as the ground of the whole image. `tint` is its background with a little of its second. */
export type GroundRole = 'background' | 'tint' | 'primary' | 'secondary' | 'accent' | 'dark';

/** A finished layout without pixels: what stands where, in pixels of the image. */
export interface Scene {
  readonly family: string;
  readonly shape: Shape;
  readonly mirrored: boolean;
  /** Banners only. */
  readonly ground?: GroundRole;
  readonly width: number;
  readonly height: number;
  /** Image pixels per CSS pixel. */
  readonly density: number;
  /** No element but full-bleed panels, tiles and photographs comes closer to the edge. */
  readonly margin: number;
  /** In painting order. */
  readonly elements: readonly SceneElement[];
  /** Grids only, in reading order. */
  readonly cells?: readonly SceneCell[];
}

/** A cell of a grid. */
export interface SceneCell {
  /** Of its product and its texts. */
  readonly index: number;
  readonly row: number;
  /** The whole cell with its words, and its image. */
  readonly box: Box;
  readonly image: Box;
}

/** An even ground: the whole image, a tile, the plate of a badge or a caption. Text and products may be on it. */
export interface PanelElement {
  readonly kind: 'panel';
  readonly box: Box;
  readonly colour: string;
  readonly radius: number;
  /** A line within the edge, `stroke` pixels thick: dashed for a `ticket`, drawn through for a `frame`. */
  readonly form?: 'plain' | 'ticket' | 'frame';
  readonly line?: string;
  readonly stroke?: number;
}

/** Decoration. It is never behind letters or plates; a product may stand before it. */
export interface OrnamentElement {
  readonly kind: 'ornament';
  readonly box: Box;
  readonly colour: string;
  readonly form: 'disc' | 'ring' | 'bar' | 'dots' | 'quarters';
  /** Of quarters: the colours beside the first, in turn. */
  readonly colours?: readonly string[];
}

/** A part of a photograph that fills `box`. */
export interface ShownFaces {
  readonly box: Box;
  /** The shown part of the file and its faces, in fractions of the file. */
  readonly crop: Box;
  readonly faces: readonly Box[];
}

/** The background photograph, cropped to `box`. */
export interface PhotoElement extends ShownFaces {
  readonly kind: 'photo';
  readonly radius: number;
  /** Its subject, in fractions of the file. */
  readonly focus: Box;
  /** Opacity of the layer of `veilColour` over the photograph, 0..0.25. */
  readonly veil: number;
  readonly veilColour: string;
}

export interface ProductElement {
  readonly kind: 'product';
  /** In the given products. */
  readonly index: number;
  /** A cut-out: the box around its visible pixels; its shadow falls outside. A scene: the tile that it fills. */
  readonly box: Box;
  readonly radius: number;
  /** The colour below the product. */
  readonly ground: string;
  readonly form: 'cutout' | 'scene';
  /** The share of its subject that the tile of a scene cuts off. Known in grids only. */
  readonly lost?: number;
  /** A scene with faces. */
  readonly shown?: ShownFaces;
}

export interface TextElement {
  readonly kind: 'text';
  readonly role: TextRole;
  /** The product of a title or price. */
  readonly index?: number;
  readonly block: TextBlock;
  readonly place: TextPlace;
  /** The box around the painted glyphs. */
  readonly box: Box;
  readonly colour: string;
  /** The colour below the text, or `photo`: then its contrast is known only on the pixels. */
  readonly ground: string;
  /** A line through the text: a former price. */
  readonly struck?: boolean;
}

/** The plate of the button. Its label is the text of the role `callToAction` that follows. */
export interface ButtonElement {
  readonly kind: 'button';
  readonly box: Box;
  readonly fill: string;
  readonly radius: number;
}

export interface LogoElement {
  readonly kind: 'logo';
  readonly box: Box;
  /** The colour below the logo. */
  readonly ground: string;
}

/** The time left: tiles with two digits each for days, hours, minutes and seconds, and the units below them. */
export interface CountdownElement {
  readonly kind: 'countdown';
  readonly box: Box;
  readonly tiles: readonly Box[];
  /** The places of the eight digits, all of one size. */
  readonly cells: readonly Box[];
  readonly units: readonly TextElement[];
  /** What takes the place of all this at the end. */
  readonly ended: TextElement;
  readonly digits: { readonly face: Typeface; readonly size: number; readonly colour: string };
  /** The colour of the tiles. */
  readonly fill: string;
  readonly radius: number;
  readonly ground: string;
}

export type SceneElement =
  | PanelElement
  | OrnamentElement
  | PhotoElement
  | ProductElement
  | TextElement
  | ButtonElement
  | LogoElement
  | CountdownElement;
