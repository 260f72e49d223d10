import { PAGE } from './sdl-arguments.js';

/** Discounts with codes. Inputs of subscriptions and of single products are left out. */
export const DISCOUNTS = `
  enum DiscountStatus { ACTIVE EXPIRED SCHEDULED }
  enum DiscountBuyerSelection { ALL }
  enum DiscountCodeSortKeys { CODE CREATED_AT ID RELEVANCE }
  enum DiscountErrorCode {
    ACTIVE_PERIOD_OVERLAP BLANK CONFLICT DUPLICATE END_DATE_BEFORE_START_DATE EQUAL_TO EXCEEDED_MAX GREATER_THAN
    GREATER_THAN_OR_EQUAL_TO IMPLICIT_DUPLICATE INCLUSION INTERNAL_ERROR INVALID
    INVALID_COMBINES_WITH_FOR_DISCOUNT_CLASS LESS_THAN LESS_THAN_OR_EQUAL_TO MAX_APP_DISCOUNTS
    MINIMUM_SUBTOTAL_AND_QUANTITY_RANGE_BOTH_PRESENT MISSING_ARGUMENT PRESENT TAKEN TOO_LONG TOO_MANY_ARGUMENTS
    TOO_SHORT VALUE_OUTSIDE_RANGE
  }
  type DiscountUserError { code: DiscountErrorCode extraInfo: String field: [String!] message: String! }

  type DiscountRedeemCode { asyncUsageCount: Int! code: String! id: ID! }
  ${codedType('DiscountCodeBasic')}
  ${codedType('DiscountCodeFreeShipping')}
  ${codedType('DiscountCodeBxgy')}
  ${codedType('DiscountCodeApp')}
  union DiscountCode = DiscountCodeApp | DiscountCodeBasic | DiscountCodeBxgy | DiscountCodeFreeShipping
  union Discount = DiscountCodeApp | DiscountCodeBasic | DiscountCodeBxgy | DiscountCodeFreeShipping
  type DiscountCodeNode implements Node { id: ID! codeDiscount: DiscountCode! }
  type DiscountNode implements Node { id: ID! discount: Discount! }

  input DiscountContextInput { all: DiscountBuyerSelection }
  input DiscountAmountInput { amount: Decimal appliesOnEachItem: Boolean }
  input DiscountCustomerGetsValueInput { percentage: Float discountAmount: DiscountAmountInput }
  input DiscountItemsInput { all: Boolean }
  input DiscountCustomerGetsInput {
    value: DiscountCustomerGetsValueInput
    items: DiscountItemsInput
    appliesOnSubscription: Boolean
    appliesOnOneTimePurchase: Boolean
  }
  input DiscountCombinesWithInput {
    orderDiscounts: Boolean = false
    productDiscounts: Boolean = false
    shippingDiscounts: Boolean = false
  }
  input DiscountMinimumSubtotalInput { greaterThanOrEqualToSubtotal: Decimal }
  input DiscountMinimumQuantityInput { greaterThanOrEqualToQuantity: UnsignedInt64 }
  input DiscountMinimumRequirementInput {
    subtotal: DiscountMinimumSubtotalInput
    quantity: DiscountMinimumQuantityInput
  }
  input DiscountShippingDestinationSelectionInput { all: Boolean }
  input DiscountCodeBasicInput {
    title: String
    code: String
    startsAt: DateTime
    endsAt: DateTime
    context: DiscountContextInput
    customerGets: DiscountCustomerGetsInput
    appliesOncePerCustomer: Boolean
    usageLimit: Int
    combinesWith: DiscountCombinesWithInput
    minimumRequirement: DiscountMinimumRequirementInput
    recurringCycleLimit: Int
  }
  input DiscountCodeFreeShippingInput {
    title: String
    code: String
    startsAt: DateTime
    endsAt: DateTime
    context: DiscountContextInput
    destination: DiscountShippingDestinationSelectionInput
    maximumShippingPrice: Decimal
    appliesOncePerCustomer: Boolean
    usageLimit: Int
    combinesWith: DiscountCombinesWithInput
    minimumRequirement: DiscountMinimumRequirementInput
    appliesOnSubscription: Boolean
    appliesOnOneTimePurchase: Boolean
    recurringCycleLimit: Int
  }
  input DiscountRedeemCodeInput { code: String! }

  type DiscountRedeemCodeBulkCreationCode {
    code: String!
    discountRedeemCode: DiscountRedeemCode
    errors: [DiscountUserError!]!
  }
  type DiscountRedeemCodeBulkCreation implements Node {
    id: ID!
    codes(${PAGE}): DiscountRedeemCodeBulkCreationCodeConnection!
    codesCount: Int!
    createdAt: DateTime!
    discountCode: DiscountCodeNode
    done: Boolean!
    failedCount: Int!
    importedCount: Int!
  }
  type Job { id: ID! done: Boolean! }

  type DiscountCodeBasicCreatePayload { codeDiscountNode: DiscountCodeNode userErrors: [DiscountUserError!]! }
  type DiscountCodeFreeShippingCreatePayload { codeDiscountNode: DiscountCodeNode userErrors: [DiscountUserError!]! }
  type DiscountCodeDeactivatePayload { codeDiscountNode: DiscountCodeNode userErrors: [DiscountUserError!]! }
  type DiscountRedeemCodeBulkAddPayload {
    bulkCreation: DiscountRedeemCodeBulkCreation
    userErrors: [DiscountUserError!]!
  }
  type DiscountCodeRedeemCodeBulkDeletePayload { job: Job userErrors: [DiscountUserError!]! }

  extend type Query {
    codeDiscountNodeByCode(code: String!): DiscountCodeNode
    discountNode(id: ID!): DiscountNode
    discountRedeemCodeBulkCreation(id: ID!): DiscountRedeemCodeBulkCreation
    job(id: ID!): Job
  }
  extend type Mutation {
    discountCodeBasicCreate(basicCodeDiscount: DiscountCodeBasicInput!): DiscountCodeBasicCreatePayload
    discountCodeFreeShippingCreate(
      freeShippingCodeDiscount: DiscountCodeFreeShippingInput!
    ): DiscountCodeFreeShippingCreatePayload
    discountCodeDeactivate(id: ID!): DiscountCodeDeactivatePayload
    discountRedeemCodeBulkAdd(
      discountId: ID!, codes: [DiscountRedeemCodeInput!]!
    ): DiscountRedeemCodeBulkAddPayload
    discountCodeRedeemCodeBulkDelete(
      discountId: ID!, ids: [ID!], savedSearchId: ID, search: String
    ): DiscountCodeRedeemCodeBulkDeletePayload
  }
`;

/** The types of discounts differ in what they give, which the simulator does not show. */
function codedType(name: string): string {
  return `type ${name} {
    title: String!
    status: DiscountStatus!
    startsAt: DateTime!
    endsAt: DateTime
    usageLimit: Int
    appliesOncePerCustomer: Boolean!
    codesCount: Count
    codes(
      ${PAGE}, query: String, savedSearchId: ID, sortKey: DiscountCodeSortKeys = ID
    ): DiscountRedeemCodeConnection!
  }`;
}
