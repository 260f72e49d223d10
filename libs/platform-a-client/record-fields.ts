/** The fields of records that pages, single reads and bulk operations select alike. */

export const CUSTOMER_FIELDS = `
    id
    firstName
    lastName
    createdAt
    updatedAt
    defaultEmailAddress { emailAddress marketingState marketingUpdatedAt }
    defaultAddress { countryCodeV2 }
    locale`;

export const PRODUCT_FIELDS = `
      id
      title
      handle
      status
      productType
      vendor
      onlineStoreUrl
      createdAt
      updatedAt
      publishedAt
      tracksInventory
      featuredMedia { preview { image { url } } }`;
