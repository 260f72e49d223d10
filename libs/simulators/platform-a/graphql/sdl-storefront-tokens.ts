/** Tokens for the Storefront API. */
export const STOREFRONT_TOKENS = `
  extend type Shop { storefrontAccessTokens(first: Int, after: String): StorefrontAccessTokenConnection! }
  type StorefrontAccessToken implements Node {
    id: ID!
    title: String!
    accessToken: String!
    accessScopes: [AccessScope!]!
    createdAt: DateTime!
    updatedAt: DateTime!
  }
  input StorefrontAccessTokenInput { title: String! }
  type StorefrontAccessTokenCreatePayload {
    shop: Shop!
    storefrontAccessToken: StorefrontAccessToken
    userErrors: [UserError!]!
  }
  extend type Mutation {
    storefrontAccessTokenCreate(input: StorefrontAccessTokenInput!): StorefrontAccessTokenCreatePayload
  }
`;
