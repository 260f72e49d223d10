interface BrandColours {
  readonly background: string | null;
  readonly foreground: string | null;
}

/** The brand assets that a merchant entered. */
export interface SimulatedBrand {
  readonly logoUrl?: string | null;
  readonly squareLogoUrl?: string | null;
  readonly primary?: readonly BrandColours[];
  readonly secondary?: readonly BrandColours[];
}

export interface StorefrontToken {
  readonly id: string;
  readonly title: string;
  readonly accessToken: string;
}

const image = (url: string | null | undefined) =>
  url ? { image: { url, width: 480, height: 160, altText: null } } : null;

/** The brand as the Storefront API answers it. */
export const brandView = (brand: SimulatedBrand | null) => ({
  slogan: null,
  shortDescription: null,
  logo: image(brand?.logoUrl),
  squareLogo: image(brand?.squareLogoUrl),
  coverImage: null,
  colors: { primary: brand?.primary ?? [], secondary: brand?.secondary ?? [] },
});
