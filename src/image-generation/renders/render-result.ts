import type { ChosenGrid, Matched, Overlay, ServedFormat, SettledProduct } from '#libs/compositor';
import type { Notice } from './image-spec.js';

/** A finished file of a render. */
export interface RenderedFile {
  /** The key in the storage and the path of the address: `images/{sha256}.{ext}` or `countdowns/{sha256}.gif`. */
  readonly key: string;
  readonly width: number;
  readonly height: number;
  readonly format: ServedFormat;
  /** Of a countdown: of its largest GIF. */
  readonly bytes: number;
  readonly altText: string;
  /** Banners and grids: the layout family, and the critic's figures by name. */
  readonly family?: string;
  readonly critic?: Readonly<Record<string, number>>;
  /** What a drawing has of its prompt; null where nothing was drawn from a prompt. Grids have none. */
  readonly matched?: Matched | null;
}

/** What was found in one image of a provider. */
export interface ImageCheck {
  /** 1, or 2 for the repeated call. */
  readonly attempt: number;
  readonly used: boolean;
  /** Why it was rejected. */
  readonly reason: 'letters' | 'product' | 'faces' | null;
  /** Words in it; null if nothing could read them, or the image was rejected before. */
  readonly letters: readonly string[] | null;
  /** Faces that its edge cuts; null if nothing could find them, or the image was rejected before. */
  readonly cutFaces: number | null;
  /** Whether the product around which it was painted stayed as it was; null without a product. */
  readonly product: SettledProduct['state'] | null;
  /** Of that product, 0..1, before its own pixels were put back. */
  readonly likeness: number | null;
}

/** The result of a render. */
export interface RenderResult {
  readonly variants: readonly RenderedFile[];
  readonly overlays?: readonly Overlay[];
  readonly layout?: ChosenGrid;
  readonly html?: string;
  readonly notices?: readonly Notice[];
  readonly providerImages?: readonly ImageCheck[];
  /** The file behind a banner: images for persons have the same. */
  readonly background?: string;
}
