/** The mutation that changes a customer's consent to marketing emails. */
export const CONSENTS = `
  enum CustomerEmailMarketingState { INVALID NOT_SUBSCRIBED PENDING REDACTED SUBSCRIBED UNSUBSCRIBED }
  enum CustomerEmailMarketingConsentUpdateUserErrorCode { INTERNAL_ERROR INVALID MISSING_ARGUMENT NOT_INCLUDED }
  input CustomerEmailMarketingConsentInput {
    marketingOptInLevel: CustomerMarketingOptInLevel
    marketingState: CustomerEmailMarketingState!
    consentUpdatedAt: DateTime
    sourceLocationId: ID
  }
  input CustomerEmailMarketingConsentUpdateInput {
    customerId: ID!
    emailMarketingConsent: CustomerEmailMarketingConsentInput!
  }
  type CustomerEmailMarketingConsentUpdateUserError {
    code: CustomerEmailMarketingConsentUpdateUserErrorCode
    field: [String!]
    message: String!
  }
  type CustomerEmailMarketingConsentUpdatePayload {
    customer: Customer
    userErrors: [CustomerEmailMarketingConsentUpdateUserError!]!
  }
  extend type Mutation {
    customerEmailMarketingConsentUpdate(
      input: CustomerEmailMarketingConsentUpdateInput!
    ): CustomerEmailMarketingConsentUpdatePayload
  }
`;
