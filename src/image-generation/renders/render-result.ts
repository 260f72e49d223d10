import type { ChosenGrid, ImageFormat, Overlay } from '#libs/compositor';

/** A finished file of a render. */
export interface RenderedFile {
  /** In the storage, and the path of its address: `images/{sha256}.{ext}`. */
  readonly key: string;
  readonly width: number;
  readonly height: number;
  readonly format: ImageFormat;
  readonly bytes: number;
  readonly altText: string;
}

/** What a render came to. */
export interface RenderResult {
  readonly variants: readonly RenderedFile[];
  readonly overlays?: readonly Overlay[];
  readonly layout?: ChosenGrid;
  readonly html?: string;
}
