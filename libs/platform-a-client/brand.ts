import type { PlatformAGraphql } from './graphql.js';
import { PlatformAError } from './platform-a-error.js';
import type { PlatformAStorefront } from './storefront.js';
import { UserErrorsError } from './user-errors.js';

interface BrandImage {
  readonly image: { readonly url: string } | null;
}

interface BrandColourGroup {
  /** `#RRGGBB`, as the merchant entered it. */
  readonly background: string | null;
  readonly foreground: string | null;
}

/** The brand assets that a merchant entered. A store that nobody edited has nulls and empty lists. */
export interface ShopBrand {
  readonly logo: BrandImage | null;
  readonly squareLogo: BrandImage | null;
  readonly colors: {
    readonly primary: readonly BrandColourGroup[];
    readonly secondary: readonly BrandColourGroup[];
  } | null;
}

const BRAND = `query {
  shop {
    brand {
      logo { image { url } }
      squareLogo { image { url } }
      colors { primary { background foreground } secondary { background foreground } }
    }
  }
}`;

const TOKENS = `query { shop { storefrontAccessTokens(first: 100) { nodes { title accessToken } } } }`;

const CREATE_TOKEN = `mutation ($input: StorefrontAccessTokenInput!) {
  storefrontAccessTokenCreate(input: $input) {
    storefrontAccessToken { accessToken }
    userErrors { field message }
  }
}`;

/** The brand; null for a store without one. @throws {PlatformAError} also where the query needs a token */
export async function readShopBrand(storefront: PlatformAStorefront, accessToken?: string): Promise<ShopBrand | null> {
  const { shop } = await storefront.query<{ shop: { brand: ShopBrand | null } | null }>(BRAND, accessToken);
  if (shop) return shop.brand;
  throw new PlatformAError('bad_answer', 'the answer of platform A has no shop');
}

interface Tokens {
  readonly shop: {
    readonly storefrontAccessTokens: { readonly nodes: readonly { title: string; accessToken: string }[] };
  };
}

interface Created {
  readonly storefrontAccessTokenCreate: {
    readonly storefrontAccessToken: { readonly accessToken: string } | null;
    readonly userErrors: readonly { field: string[] | null; message: string }[];
  } | null;
}

/**
 * A token for the Storefront API. The one with this title is used again, because a store has at most a hundred. Needs
 * an `unauthenticated_` scope. @throws {PlatformAError}
 */
export async function storefrontToken(graphql: PlatformAGraphql, title: string): Promise<string> {
  const { shop } = await graphql.query<Tokens>(TOKENS);
  const known = shop.storefrontAccessTokens.nodes.find((token) => token.title === title);
  if (known) return known.accessToken;
  const { storefrontAccessTokenCreate: answer } = await graphql.query<Created>(CREATE_TOKEN, { input: { title } });
  const errors = answer?.userErrors ?? [];
  if (errors.length > 0) throw new UserErrorsError(errors.map((error) => ({ ...error, code: null })));
  if (answer?.storefrontAccessToken) return answer.storefrontAccessToken.accessToken;
  throw new PlatformAError('bad_answer', 'the answer of platform A has no token');
}
