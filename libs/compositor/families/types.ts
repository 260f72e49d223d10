import type { GroundRole, Shape } from '../layout/types.js';

export type { GroundRole };

/** In fractions of the image: left, top, width, height. It may reach the edges; texts keep the margin by themselves. */
export type Area = readonly [x: number, y: number, width: number, height: number];

/** A colour in relation to the ground; see `Colouring`. */
export type ColourRole = 'ground' | 'paper' | 'stage' | 'contrast' | 'accent' | 'line';

/** How large the headline may be. */
export type HeadlineScale = 'small' | 'quiet' | 'normal' | 'loud' | 'huge';

export type TextItem = 'logo' | 'badge' | 'headline' | 'offer' | 'subheadline' | 'countdown' | 'callToAction';

/** The texts of a banner; they are set as large as their area allows. */
export interface TextsPlan {
  readonly area: Area;
  /** Default `column`. A `row` has the logo, the texts and the button side by side, for low banners. */
  readonly flow?: 'column' | 'row';
  /** Default `start`: left, or right where the text runs from right to left. */
  readonly align?: 'start' | 'centre';
  /** Default `middle`. `spread`: the first text at the top, the button at the bottom. */
  readonly anchor?: 'top' | 'middle' | 'bottom' | 'spread';
  /** Default as the family says. */
  readonly headline?: HeadlineScale;
  /** A plate below the texts. */
  readonly panel?: ColourRole;
  /** Default `plain`. */
  readonly panelForm?: 'plain' | 'ticket' | 'frame';
  /** Free space between the area's edge and the plate, in fractions of the short side. Default 0. */
  readonly inset?: number;
}

/** The products, and the background photograph where the plan gives it no area of its own. */
export interface ImagesPlan {
  readonly area: Area;
  /**
   * `tiles`: each image on a tile of its own, in rows; `columns`: all in one row. `stand`: cut-outs side by side on
   * one ground; photographs as tiles.
   */
  readonly arrange: 'tiles' | 'columns' | 'stand';
  /** Default `below`: left out where words are crowded, unless they are `kept`. Photographs carry theirs on a plate. */
  readonly captions?: 'below' | 'kept' | 'none';
  /** Default `quiet`: as large as the words. `loud`: a single product's price in a strong colour. */
  readonly prices?: 'quiet' | 'loud';
  /** A ground below all images: their area, or a disc as large as it fits an area of its own. */
  readonly ground?: ColourRole;
  readonly disc?: Area;
  /** Free space around the images, in fractions of the short side. Default 0: they fill their area. */
  readonly inset?: number;
  /** Space between tiles, in fractions of the short side. Default 0.012. */
  readonly gap?: number;
  /** Tiles have the brand's corners. Default: only where they are inset. */
  readonly square?: boolean;
  /** Colours of tiles: tints of the brand's colours in turn, or one. Default `tints`. */
  readonly tiles?: 'tints' | 'stage' | 'paper';
}

export interface OrnamentPlan {
  readonly area: Area;
  /** A disc and a ring are as large as they fit the area. */
  readonly form: 'disc' | 'ring' | 'bar' | 'dots' | 'quarters';
  readonly colour: ColourRole;
}

/** What stands where in one shape. Areas are for text that runs from left to right; they are mirrored otherwise. */
export interface Plan {
  readonly texts: TextsPlan;
  /** The texts of a banner without any image. A plan with images and without this takes no such banner. */
  readonly alone?: TextsPlan;
  readonly images?: ImagesPlan;
  /** The background photograph. */
  readonly photo?: { readonly area: Area; readonly inset?: number };
  readonly ornaments?: readonly OrnamentPlan[];
}

/** A way to lay out banners, in all shapes. It holds no code: the folder `layout` does what it says. */
export interface Family {
  readonly name: string;
  /** One sentence for people. */
  readonly says: string;
  readonly takes: {
    /** The least and the largest number of products. */
    readonly products: readonly [number, number];
    /** Default `may`: a product's photograph that is no cut-out. */
    readonly scenes?: 'may' | 'never';
    /** Default `may`. */
    readonly photo?: 'must' | 'may' | 'never';
    /** Default `may`. */
    readonly offer?: 'must' | 'may';
    /** Default `may`: a product with a former price. */
    readonly formerPrice?: 'must' | 'may';
  };
  /** The numbers of products for which the family is at its best. */
  readonly best?: readonly [number, number];
  /** Default: the headline stands above the offer. */
  readonly order?: readonly TextItem[];
  readonly headline: HeadlineScale;
  /** Grounds to try, best first. */
  readonly grounds: readonly GroundRole[];
  readonly shapes: Readonly<Record<Shape, Plan>>;
}
