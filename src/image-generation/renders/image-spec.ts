import type { BrandKit, ImageFormat } from '#libs/compositor';

export const IMAGE_KINDS = ['generate', 'hero', 'banner', 'grid'] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number];

/** An image that has to be fetched before anything can be made of it. */
export interface SourceImage {
  readonly url: string;
  /** sha256 of its bytes, hex; undefined until it is here. */
  readonly hash?: string;
  /** JSON pointer to where the request names it; empty for the brand's logo. */
  readonly pointer: string;
}

/** How the brand looks, as it was at the request. */
export type BrandLook = Omit<BrandKit, 'logo'> & {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly logo: SourceImage | null;
};

export interface SpecProduct {
  readonly id: string;
  readonly title: string;
  /** As it is to be shown, with its currency. */
  readonly price: string | null;
  readonly image: SourceImage | null;
  /** False for what the store does not sell at present. */
  readonly available: boolean;
  readonly priority?: number;
  /** Where its tile leads: its page, or the store's front page. Only in a grid, and only where the store has an address. */
  readonly url?: string;
}

interface CommonSpec {
  readonly brand: BrandLook;
  readonly format: ImageFormat;
}

interface Sized {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** An image without text. `hero` is in the brand's colours. */
export interface HeroImageSpec extends CommonSpec, Sized {
  readonly kind: 'generate' | 'hero';
  readonly prompt: string;
  readonly style: string;
  readonly variants: number;
  /** What a provider's images show, by the caller's word. */
  readonly altText?: string;
}

/** An offer in words on a background, with products. */
export interface BannerImageSpec extends CommonSpec, Sized {
  readonly kind: 'banner';
  /** How wide readers see it, in CSS pixels. */
  readonly shownWidth: number;
  readonly headline: string;
  readonly subheadline?: string;
  readonly callToAction?: string;
  readonly legal?: string;
  readonly background: { readonly prompt: string; readonly style: string | null } | null;
  readonly products: readonly SpecProduct[];
}

/** Products in rows, as an e-mail and as an image. */
export interface GridImageSpec extends CommonSpec {
  readonly kind: 'grid';
  readonly brief: string | null;
  readonly width: number;
  readonly products: readonly SpecProduct[];
}

/** What a request asks for, with every default filled in: the same spec has the same result. */
export type ImageSpec = HeroImageSpec | BannerImageSpec | GridImageSpec;

const productsOf = (spec: ImageSpec): readonly SpecProduct[] =>
  spec.kind === 'banner' || spec.kind === 'grid' ? spec.products : [];

/** Every image that the spec needs. An image without text has no place for a logo. */
export function sourceImages(spec: ImageSpec): SourceImage[] {
  const logo = spec.kind === 'banner' || spec.kind === 'grid' ? spec.brand.logo : null;
  return [logo, ...productsOf(spec).map(({ image }) => image)].filter((ref) => ref !== null);
}

/** The spec with the content of its images, by address. */
export function withHashes(spec: ImageSpec, hashes: ReadonlyMap<string, string>): ImageSpec {
  const known = (ref: SourceImage | null): SourceImage | null => {
    const hash = ref && hashes.get(ref.url);
    return ref && hash ? { ...ref, hash } : ref;
  };
  const brand = { ...spec.brand, logo: known(spec.brand.logo) };
  if (spec.kind !== 'banner' && spec.kind !== 'grid') return { ...spec, brand };
  const products = spec.products.map((product) => ({ ...product, image: known(product.image) }));
  return { ...spec, brand, products };
}
