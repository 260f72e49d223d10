import { buildSchema } from 'graphql';

/**
 * The part of the Storefront API's schema, version 2026-10, that an app like ours uses. Names, types and nullability
 * are the platform's. Source: shopify.dev, Storefront API reference.
 */
export const storefrontSchema = buildSchema(`
  scalar Color
  scalar URL

  type QueryRoot { shop: Shop! }
  schema { query: QueryRoot }

  type Shop { id: ID! name: String! description: String brand: Brand }
  type Brand {
    colors: BrandColors!
    coverImage: MediaImage
    logo: MediaImage
    shortDescription: String
    slogan: String
    squareLogo: MediaImage
  }
  type BrandColors { primary: [BrandColorGroup!]! secondary: [BrandColorGroup!]! }
  type BrandColorGroup { background: Color foreground: Color }
  type MediaImage { image: Image }
  type Image { altText: String height: Int width: Int url: URL! }
`);
