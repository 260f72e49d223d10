import type { BrandKit, FormatWish } from '#libs/compositor';
import type { Texts } from './template-texts.js';

export const IMAGE_KINDS = ['generate', 'hero', 'banner', 'grid'] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number];

/** An image of a product or a logo. It has to be fetched before the render. */
export interface SourceImage {
  readonly url: string;
  /** sha256 of its bytes, hex; undefined until it is fetched. */
  readonly hash?: string;
  /** JSON pointer to the image in the request; empty for the brand's logo. */
  readonly pointer: string;
}

/** An image that a result can't do without: the logo or a background. A missing product image is left out. */
export const isVital = ({ pointer }: SourceImage): boolean => !pointer.startsWith('/products/');

/** The look of the brand at the time of the request. */
export type BrandLook = Omit<BrandKit, 'logo'> & {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly logo: SourceImage | null;
};

export interface SpecProduct {
  readonly id: string;
  readonly title: string;
  /** As it is shown, with its currency. */
  readonly price: string | null;
  /** A former price, in the same form. */
  readonly compareAtPrice?: string;
  readonly image: SourceImage | null;
  /** False for products that the store does not sell at present. */
  readonly available: boolean;
  readonly priority?: number;
  /** Target of the product's cell in a grid: its page or the store's front page. Unset if the store has no address. */
  readonly url?: string;
}

/** A product image that the image had to do without. */
export interface Notice {
  readonly productId: string;
  readonly reason: string;
}

interface CommonSpec {
  readonly brand: BrandLook;
  readonly format: FormatWish;
}

interface Sized {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** What becomes of a request if all images of the provider are rejected: the service draws, or the request fails. */
export const FALLBACKS = ['local', 'fail'] as const;
export type Fallback = (typeof FALLBACKS)[number];

/** A request that a provider may serve. */
interface Painted {
  /** Unset for `local`. */
  readonly fallback?: 'fail';
}

/** An image without text. `hero` is in the brand's colours. */
export interface HeroImageSpec extends CommonSpec, Sized, Painted {
  readonly kind: 'generate' | 'hero';
  readonly prompt: string;
  readonly style: string;
  readonly variants: number;
  /** The width in CSS pixels at which readers see it; unset for the usual one. */
  readonly shownWidth?: number;
  /** The caller's description of a provider's images. */
  readonly altText?: string;
}

/** The time left until the end of an offer. */
export interface CountdownOrder {
  /** ISO 8601. */
  readonly endsAt: string;
  readonly ended: string;
  /** A BCP 47 tag. */
  readonly language: string;
}

/** The text of an offer on a background, with products. */
export interface BannerImageSpec extends CommonSpec, Sized, Painted {
  readonly kind: 'banner';
  /** The width in CSS pixels at which readers see the banner. */
  readonly shownWidth: number;
  readonly headline: string;
  readonly subheadline?: string;
  readonly callToAction?: string;
  readonly legal?: string;
  readonly offer?: string;
  readonly badge?: string;
  readonly countdown?: CountdownOrder;
  /** The texts with placeholders, as they were written. The texts above have their defaults. */
  readonly placeholders?: Texts;
  /** The name of a layout family. */
  readonly family?: string;
  readonly background: { readonly prompt: string; readonly style: string | null } | null;
  /** A photograph of the retailer instead of a provider's image. */
  readonly backgroundImage?: SourceImage;
  readonly products: readonly SpecProduct[];
  readonly notices: readonly Notice[];
  readonly variants: number;
}

/** Products in rows, as an email and as an image. */
export interface GridImageSpec extends CommonSpec {
  readonly kind: 'grid';
  readonly brief: string | null;
  readonly width: number;
  /** The width in CSS pixels at which readers see it; unset for `width`. */
  readonly shownWidth?: number;
  /** The name of a grid family. */
  readonly family?: string;
  readonly products: readonly SpecProduct[];
  readonly notices: readonly Notice[];
}

/** A request with all defaults filled in: the same spec has the same result. */
export type ImageSpec = HeroImageSpec | BannerImageSpec | GridImageSpec;

const productsOf = (spec: ImageSpec): readonly SpecProduct[] =>
  spec.kind === 'banner' || spec.kind === 'grid' ? spec.products : [];

/** All images that the spec needs. An image without text shows no logo. */
export function sourceImages(spec: ImageSpec): SourceImage[] {
  const logo = spec.kind === 'banner' || spec.kind === 'grid' ? spec.brand.logo : null;
  const background = (spec.kind === 'banner' && spec.backgroundImage) || null;
  return [logo, background, ...productsOf(spec).map(({ image }) => image)].filter((ref) => ref !== null);
}

/** The spec with the hashes of its source images; `hashes` is keyed by address. */
export function withHashes(spec: ImageSpec, hashes: ReadonlyMap<string, string>): ImageSpec {
  const hashed = (ref: SourceImage): SourceImage => {
    const hash = hashes.get(ref.url);
    return hash ? { ...ref, hash } : ref;
  };
  const known = (ref: SourceImage | null) => ref && hashed(ref);
  const brand = { ...spec.brand, logo: known(spec.brand.logo) };
  if (spec.kind !== 'banner' && spec.kind !== 'grid') return { ...spec, brand };
  const products = spec.products.map((product) => ({ ...product, image: known(product.image) }));
  if (spec.kind === 'grid' || !spec.backgroundImage) return { ...spec, brand, products };
  return { ...spec, brand, products, backgroundImage: hashed(spec.backgroundImage) };
}

/**
 * The spec without the product images that can't be had; `reasons` is keyed by address. A banner drops the products,
 * a grid shows them without an image.
 */
export function withoutLost(spec: ImageSpec, reasons: ReadonlyMap<string, string>): ImageSpec {
  if (spec.kind !== 'banner' && spec.kind !== 'grid') return spec;
  const reasonOf = ({ image }: SpecProduct) => (image ? reasons.get(image.url) : undefined);
  const lost = spec.products.flatMap((product): Notice[] => {
    const reason = reasonOf(product);
    return reason === undefined ? [] : [{ productId: product.id, reason }];
  });
  if (lost.length === 0) return spec;
  const notices = [...spec.notices, ...lost];
  const isThere = (product: SpecProduct) => reasonOf(product) === undefined;
  if (spec.kind === 'banner') return { ...spec, notices, products: spec.products.filter(isThere) };
  const products = spec.products.map((product) => (isThere(product) ? product : { ...product, image: null }));
  return { ...spec, notices, products };
}
