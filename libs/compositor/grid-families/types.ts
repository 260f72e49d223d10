import type { GroundRole } from '../families/types.js';
import type { Shape } from '../layout/types.js';

/** A colour for tiles: tints of the brand's colours in turn, or one colour in relation to the ground. */
export type TileRole = 'tints' | 'stage' | 'contrast' | 'accent' | 'ground';

/** What the cells of one row look like. */
export interface RowPlan {
  /** Where the name and the price stand. `beside` is for rows of one cell. */
  readonly words: 'below' | 'beside';
  /** `image`: the tile is below the image only; `cell`: it is below the words too. Default `image`. */
  readonly tile?: 'image' | 'cell';
  /** Default as the family says. */
  readonly tiles?: TileRole;
  /** Default `start`: left, or right where the text runs from right to left. */
  readonly align?: 'start' | 'centre';
  /** The image's share of the cell's width, for words beside it. Default 0.5. */
  readonly share?: number;
}

/**
 * The form of a grid's cells. The plan of a grid says which product stands where and how wide; a family says how that
 * looks. It holds no code: the folder `grid-layout` does what it says.
 */
export interface GridFamily {
  readonly name: string;
  /** One sentence for people. */
  readonly says: string;
  readonly takes: {
    /** The least and the largest number of products. */
    readonly products: readonly [number, number];
    /** Default `may`: a product's photograph that is no cut-out. */
    readonly scenes?: 'may' | 'never';
    /** Default `may`: a product with a former price. */
    readonly formerPrice?: 'must' | 'may';
  };
  /** The numbers of products for which the family is at its best. */
  readonly best?: readonly [number, number];
  /** Grounds to try, best first. */
  readonly grounds: readonly GroundRole[];
  readonly tiles: TileRole;
  /** Around the grid and between the tiles, in fractions of the width. Words keep their own distance from the edge. */
  readonly margin: number;
  readonly gap: number;
  /** Default `brand`: tiles have the brand's corners. */
  readonly corners?: 'brand' | 'square';
  /** Default `body`: the font of names. */
  readonly titles?: 'body' | 'heading';
  /** Default `quiet`: as large as the names. `loud` prices come first. */
  readonly prices?: 'quiet' | 'loud';
  /** A fine line above each row but the first. */
  readonly lines?: true;
  /** Every other row puts its words on the other side of the image. */
  readonly alternate?: true;
  /** Every other tile of a row begins lower, by this share of its height. Tiles with words on them stay. */
  readonly lowered?: number;
  /** Default `middle`: where cut-outs stand in their tiles. */
  readonly stand?: 'middle' | 'foot';
  /**
   * By the shape of a row's narrowest image. A product over the whole width is a leaderboard, unless it is the one that
   * leads the grid.
   */
  readonly shapes: Readonly<Record<Shape, RowPlan>>;
}
