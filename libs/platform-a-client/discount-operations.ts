import { LARGEST_PAGE } from './operations.js';

/** The GraphQL documents about discounts and consent, as in operations.ts. */

const USER_ERRORS = 'userErrors { field message code }';

/** The discounts with codes that a store may have, each with its title and status. */
const DISCOUNT = `{
      __typename
      ... on DiscountCodeBasic { title status }
      ... on DiscountCodeFreeShipping { title status }
      ... on DiscountCodeBxgy { title status }
      ... on DiscountCodeApp { title status }
    }`;

export const DISCOUNT_BASIC_CREATE = `mutation DiscountBasicCreate($input: DiscountCodeBasicInput!) {
  discountCodeBasicCreate(basicCodeDiscount: $input) {
    codeDiscountNode { id }
    ${USER_ERRORS}
  }
}`;

export const DISCOUNT_FREE_SHIPPING_CREATE = `mutation DiscountFreeShippingCreate($input: DiscountCodeFreeShippingInput!) {
  discountCodeFreeShippingCreate(freeShippingCodeDiscount: $input) {
    codeDiscountNode { id }
    ${USER_ERRORS}
  }
}`;

/** Finds a code at once, in any case. A search among discounts does not find codes that were added in bulk. */
export const DISCOUNT_BY_CODE = `query DiscountByCode($code: String!) {
  codeDiscountNodeByCode(code: $code) {
    id
    codeDiscount ${DISCOUNT}
  }
}`;

/** Looks up so many codes at once: `code0` leads to `found0`, and so on. */
export function discountsByCodes(count: number): string {
  const numbers = Array.from({ length: count }, (_, index) => index);
  const parameters = numbers.map((index) => `$code${index}: String!`).join(', ');
  const fields = numbers.map((index) => `  found${index}: codeDiscountNodeByCode(code: $code${index}) { id }`);
  return `query DiscountsByCodes(${parameters}) {\n${fields.join('\n')}\n}`;
}

export const DISCOUNT_CODES = `query DiscountCodes($id: ID!, $first: Int!, $after: String) {
  discountNode(id: $id) {
    discount {
      ... on DiscountCodeBasic { ${codesOf()} }
      ... on DiscountCodeFreeShipping { ${codesOf()} }
    }
  }
}`;

export const DISCOUNT_CODES_ADD = `mutation DiscountCodesAdd($discountId: ID!, $codes: [DiscountRedeemCodeInput!]!) {
  discountRedeemCodeBulkAdd(discountId: $discountId, codes: $codes) {
    bulkCreation { id }
    ${USER_ERRORS}
  }
}`;

export const CODE_CREATION = `query CodeCreation($id: ID!) {
  discountRedeemCodeBulkCreation(id: $id) { done codesCount importedCount failedCount }
}`;

export const CODE_CREATION_RESULTS = `query CodeCreationResults($id: ID!, $first: Int!, $after: String) {
  discountRedeemCodeBulkCreation(id: $id) {
    codes(first: $first, after: $after) {
      nodes { code discountRedeemCode { id } errors { message } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;

export const DISCOUNT_DEACTIVATE = `mutation DiscountDeactivate($id: ID!) {
  discountCodeDeactivate(id: $id) {
    codeDiscountNode { id }
    ${USER_ERRORS}
  }
}`;

/** By ids only: a search would also find codes of the merchant. */
export const DISCOUNT_CODES_DELETE = `mutation DiscountCodesDelete($discountId: ID!, $ids: [ID!]!) {
  discountCodeRedeemCodeBulkDelete(discountId: $discountId, ids: $ids) {
    job { id done }
    ${USER_ERRORS}
  }
}`;

export const JOB = `query Job($id: ID!) {
  job(id: $id) { done }
}`;

export const CONSENT = `query Consent($id: ID!) {
  customer(id: $id) {
    id
    defaultEmailAddress { emailAddress marketingState marketingOptInLevel marketingUpdatedAt }
  }
}`;

export const CONSENT_UPDATE = `mutation ConsentUpdate($input: CustomerEmailMarketingConsentUpdateInput!) {
  customerEmailMarketingConsentUpdate(input: $input) {
    customer { id }
    ${USER_ERRORS}
  }
}`;

/** Pages in the order of creation. */
function codesOf(): string {
  return `codes(first: $first, after: $after, sortKey: ID) {
        nodes { id code }
        pageInfo { hasNextPage endCursor }
      }`;
}

/** The largest list of codes or ids that one call takes. */
export const LARGEST_CODE_LIST = LARGEST_PAGE;
