import type { ChosenGrid, ImageFormat, Overlay } from '#libs/compositor';
import type { Notice } from './image-spec.js';

/** A finished file of a render. */
export interface RenderedFile {
  /** The key in the storage and the path of the address: `images/{sha256}.{ext}`. */
  readonly key: string;
  readonly width: number;
  readonly height: number;
  readonly format: ImageFormat;
  readonly bytes: number;
  readonly altText: string;
  /** Banners only: the layout family, and the critic's figures by name. */
  readonly family?: string;
  readonly critic?: Readonly<Record<string, number>>;
}

/** The result of a render. */
export interface RenderResult {
  readonly variants: readonly RenderedFile[];
  readonly overlays?: readonly Overlay[];
  readonly layout?: ChosenGrid;
  readonly html?: string;
  readonly notices?: readonly Notice[];
}
