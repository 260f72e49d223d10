import type { BrandKit, FormatWish } from '../types.js';

export const MAX_GRID_PRODUCTS = 12;

export interface GridProduct {
  readonly id: string;
  readonly title: string;
  /** As it is shown, with its currency; null if it is unknown. */
  readonly price: string | null;
  /** A former price in the same form, shown struck through. */
  readonly compareAtPrice?: string;
  /**
   * Higher is more prominent. Without any priority the given order counts; a product without a priority counts lowest.
   */
  readonly priority?: number;
  /** False keeps the product out of all layouts. */
  readonly available?: boolean;
  /** Shared by variants of one product. Products of one family are kept apart if possible. */
  readonly family?: string;
  /** http(s) address of the product's page, the target of the cell's link. */
  readonly url?: string;
}

export type CellSpan = 2 | 3 | 4 | 6;
export type CellCrop = 'square' | 'portrait' | 'wide';

/** A cell of a row. Spans are sixths of the width. */
export interface GridCell {
  readonly productId: string;
  readonly span: CellSpan;
  readonly emphasis: 'hero' | 'normal';
  readonly crop: CellCrop;
}

export interface GridRow {
  readonly cells: readonly GridCell[];
  /** The layout on a phone: stacked, or in pairs. */
  readonly mobile: 'stack' | 'pair';
}

/** Rows and cells without pixels: what a model proposes and what is drawn. */
export interface GridPlan {
  readonly version: 1;
  readonly rows: readonly GridRow[];
  /** One sentence of explanation, shown to the retailer and never drawn. */
  readonly rationale: string;
}

export interface GridOptions {
  /** Width of the email in pixels, 320..800; default 600. */
  readonly width?: number;
}

/** A broken hard rule. */
export interface GridViolation {
  readonly rule: 'shape' | 'H1' | 'H2' | 'H3' | 'H4' | 'H5' | 'H6' | 'H7' | 'H8' | 'H9' | 'H10' | 'H11';
  /** JSON pointer into the plan. */
  readonly pointer: string;
  readonly detail: string;
}

/** The total is 0..100 and each term 0..1. All are 0 if a hard rule is broken. */
export interface GridScore {
  readonly total: number;
  readonly terms: Readonly<Record<GridScoreTerm, number>>;
}

export type GridScoreTerm =
  'rank' | 'hero' | 'unique' | 'orphan' | 'align' | 'length' | 'rhythm' | 'util' | 'legible' | 'variety';

/** The plan that is served, and how it was found. */
export interface ChosenGrid {
  readonly plan: GridPlan;
  readonly score: GridScore;
  /** `model`: as proposed; `repaired`: the proposal after repair; `optimiser`: the optimum. */
  readonly source: 'model' | 'repaired' | 'optimiser';
  /** For comparison: scores of the optimum, of the rule-based layout, and of the best uniform layout. */
  readonly reference: { readonly optimum: number; readonly ruleBased: number; readonly uniform: number };
  /** The proposal's scores before and after the repair, and its errors; null without a proposal. */
  readonly proposal: {
    readonly score: number;
    readonly repairedScore: number;
    readonly violations: readonly GridViolation[];
  } | null;
}

export interface GridImageOptions extends GridOptions {
  readonly brand: BrandKit;
  readonly format: FormatWish;
  /** The width in CSS pixels at which readers see it: sizes of type and of the file refer to it. Default `width`. */
  readonly shownWidth?: number;
  /** Image files by product id. A product without one has its name on its tile. */
  readonly images: Readonly<Record<string, Uint8Array>>;
  /** The name of one of `GRID_FAMILIES`. By default the one that suits best. */
  readonly family?: string;
  /** Makes a file of each product's tile too, for the HTML. */
  readonly withTiles?: boolean;
}

/** What a cell of the drawn grid looks like, in CSS pixels, for its HTML. */
export interface CellLook {
  readonly productId: string;
  /** Of the whole cell. */
  readonly cellWidth: number;
  /** Of its image. */
  readonly width: number;
  readonly height: number;
  /** How much lower the cell begins than its row. */
  readonly lowered: number;
  /** The colour of the tile, and whether the words are on it too. */
  readonly tile: string;
  readonly isCard: boolean;
  readonly ink: string;
  readonly soft: string;
  readonly align: 'left' | 'right' | 'center';
  readonly titleSize: number;
  readonly priceSize: number;
  /** The name on the tile of a product without an image. */
  readonly name: { readonly size: number; readonly colour: string } | null;
}

export interface RowLook {
  readonly cells: readonly CellLook[];
  /** Of a row of one cell: the words are beside the image, to its right or to its left. */
  readonly beside: 'right' | 'left' | null;
  /** The colour of the line above the row. */
  readonly line: string | null;
  /** Free space above the row. */
  readonly space: number;
}

/** The form of the cells that the chosen family gave a plan. */
export interface GridLook {
  readonly ground: string;
  readonly margin: number;
  readonly gap: number;
  readonly radius: number;
  readonly headings: boolean;
  readonly priceFirst: boolean;
  readonly rows: readonly RowLook[];
  /** Free space below the last row. */
  readonly foot: number;
}

export interface GridHtmlOptions extends GridOptions {
  readonly brand: BrandKit;
  readonly look: GridLook;
  /** Address of each product's image. Without one the cell has its name on its tile. */
  readonly imageUrls: Readonly<Record<string, string>>;
  /** BCP 47, for the document's `lang`; default `en`. */
  readonly language?: string;
}
