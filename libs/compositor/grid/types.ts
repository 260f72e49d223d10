import type { Box, BrandKit, FormatWish } from '../types.js';

export const MAX_GRID_PRODUCTS = 12;

export interface GridProduct {
  readonly id: string;
  readonly title: string;
  /** As it is shown, with its currency; null if it is unknown. */
  readonly price: string | null;
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
  /**
   * The product's image, if there is one. `salient` is in fractions of width and height, as `salientBox` returns it.
   */
  readonly image?: { readonly width: number; readonly height: number; readonly salient?: Box };
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

/** The size of a cell's image in a plan. */
export interface CellImageSize {
  readonly productId: string;
  /** CSS pixels on the desktop; the file needs twice as many pixels. */
  readonly width: number;
  readonly height: number;
}

export interface GridHtmlOptions extends GridOptions {
  readonly brand: BrandKit;
  /**
   * Address of each product's image, cut to its size in `cellImageSizes`. Without one the cell has a coloured field.
   */
  readonly imageUrls: Readonly<Record<string, string>>;
  /** BCP 47, for the document's `lang`; default `en`. */
  readonly language?: string;
}

export interface GridImageOptions extends GridOptions {
  readonly brand: BrandKit;
  readonly format: FormatWish;
  /** The width in CSS pixels at which readers see it: sizes of type and of the file refer to it. Default `width`. */
  readonly shownWidth?: number;
  /** Image files by product id. */
  readonly images: Readonly<Record<string, Uint8Array>>;
}
