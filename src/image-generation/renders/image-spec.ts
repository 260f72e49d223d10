import type { BrandKit, ImageFormat } from '#libs/compositor';

export const IMAGE_KINDS = ['generate', 'hero', 'banner', 'grid'] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number];

/** A picture that has to be fetched before anything can be made of it. */
export interface PictureRef {
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
  readonly logo: PictureRef | null;
};

export interface SpecProduct {
  readonly id: string;
  readonly title: string;
  /** As it is to be shown, with its currency. */
  readonly price: string | null;
  readonly picture: PictureRef | null;
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

/** A picture without text. `hero` is in the brand's colours. */
export interface HeroImageSpec extends CommonSpec, Sized {
  readonly kind: 'generate' | 'hero';
  readonly prompt: string;
  readonly style: string;
  readonly variants: number;
  /** What a provider's pictures show, by the caller's word. */
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

/** Products in rows, as an e-mail and as a picture. */
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

/** Every picture that the spec needs. A picture without text has no place for a logo. */
export function pictureRefs(spec: ImageSpec): PictureRef[] {
  const logo = spec.kind === 'banner' || spec.kind === 'grid' ? spec.brand.logo : null;
  return [logo, ...productsOf(spec).map(({ picture }) => picture)].filter((ref) => ref !== null);
}

/** The spec with the content of its pictures, by address. */
export function withPictures(spec: ImageSpec, hashes: ReadonlyMap<string, string>): ImageSpec {
  const known = (ref: PictureRef | null): PictureRef | null => {
    const hash = ref && hashes.get(ref.url);
    return ref && hash ? { ...ref, hash } : ref;
  };
  const brand = { ...spec.brand, logo: known(spec.brand.logo) };
  if (spec.kind !== 'banner' && spec.kind !== 'grid') return { ...spec, brand };
  const products = spec.products.map((product) => ({ ...product, picture: known(product.picture) }));
  return { ...spec, brand, products };
}
