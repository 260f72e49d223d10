import type { Box, BrandKit, ImageFormat } from '../types.js';

export const MAX_GRID_PRODUCTS = 12;

export interface GridProduct {
  readonly id: string;
  readonly title: string;
  /** As it is to be shown, with its currency; null where none is known. */
  readonly price: string | null;
  /** Higher stands out more. Without any, the order given is the ranking; one without among others counts lowest. */
  readonly priority?: number;
  /** False: never in a layout. */
  readonly available?: boolean;
  /** Variants of one thing share it; they are kept apart where that is possible. */
  readonly family?: string;
  /** http(s) address of the product's page; the cell then links there. */
  readonly url?: string;
  /** The product's image, if there is one. `salient` in parts of width and height, as `salientBox` gives it. */
  readonly image?: { readonly width: number; readonly height: number; readonly salient?: Box };
}

export type CellSpan = 2 | 3 | 4 | 6;
export type CellCrop = 'square' | 'portrait' | 'wide';

/** A place in a row; spans are sixths of the width. */
export interface GridCell {
  readonly productId: string;
  readonly span: CellSpan;
  readonly emphasis: 'hero' | 'normal';
  readonly crop: CellCrop;
}

export interface GridRow {
  readonly cells: readonly GridCell[];
  /** On a phone: below each other, or two by two. */
  readonly mobile: 'stack' | 'pair';
}

/** Rows and cells, never pixels: what a model may propose and what is drawn. */
export interface GridPlan {
  readonly version: 1;
  readonly rows: readonly GridRow[];
  /** One sentence why; shown to the retailer, never drawn. */
  readonly rationale: string;
}

export interface GridOptions {
  /** Pixels of the e-mail, 320..800; 600 unless told. */
  readonly width?: number;
}

/** A broken hard rule. */
export interface GridViolation {
  readonly rule: 'shape' | 'H1' | 'H2' | 'H3' | 'H4' | 'H5' | 'H6' | 'H7' | 'H8' | 'H9' | 'H10' | 'H11';
  /** JSON pointer into the plan. */
  readonly pointer: string;
  readonly detail: string;
}

/** 0..100, and each term of it 0..1. 0 if a hard rule is broken. */
export interface GridScore {
  readonly total: number;
  readonly terms: Readonly<Record<GridScoreTerm, number>>;
}

export type GridScoreTerm =
  'rank' | 'hero' | 'unique' | 'orphan' | 'align' | 'length' | 'rhythm' | 'util' | 'legible' | 'variety';

/** The plan that is served, and how it came to be. */
export interface ChosenGrid {
  readonly plan: GridPlan;
  readonly score: GridScore;
  /** `model`: as proposed; `repaired`: the proposal with its rules mended; `optimiser`: the best that there is. */
  readonly source: 'model' | 'repaired' | 'optimiser';
  /** The optimum for these products, the rule-based layout and two or three columns throughout, for comparison. */
  readonly reference: { readonly optimum: number; readonly ruleBased: number; readonly uniform: number };
  /** Score of the proposal before and after the repair, and what was wrong with it; null when there was none. */
  readonly proposal: {
    readonly score: number;
    readonly repairedScore: number;
    readonly violations: readonly GridViolation[];
  } | null;
}

/** A cell's image, cut to the pixels that the plan asks for. */
export interface CellImageSize {
  readonly productId: string;
  /** CSS pixels on the desktop; make the file twice as large. */
  readonly width: number;
  readonly height: number;
}

export interface GridHtmlOptions extends GridOptions {
  readonly brand: BrandKit;
  /** Address of each product's image (cut by `cellImageSizes`); a product without one gets a coloured field. */
  readonly imageUrls: Readonly<Record<string, string>>;
  /** BCP 47, for the document's `lang`; en unless told. */
  readonly language?: string;
}

export interface GridImageOptions extends GridOptions {
  readonly brand: BrandKit;
  readonly format: ImageFormat;
  /** Image files by product id. */
  readonly images: Readonly<Record<string, Uint8Array>>;
}
