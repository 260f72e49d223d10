import { CONSENT, CONSENT_UPDATE } from './discount-operations.js';
import type { PlatformAGraphql } from './graphql.js';
import { checkUserErrors } from './user-errors.js';
import type { UserError } from './user-errors.js';

/** The consent to marketing emails of one address. */
export interface AdminConsent {
  readonly emailAddress: string;
  /** INVALID, NOT_SUBSCRIBED, PENDING, SUBSCRIBED, UNSUBSCRIBED. */
  readonly marketingState: string;
  /** CONFIRMED_OPT_IN, SINGLE_OPT_IN, UNKNOWN. */
  readonly marketingOptInLevel: string | null;
  readonly marketingUpdatedAt: string | null;
}

export interface ConsentUpdate {
  readonly marketingState: 'SUBSCRIBED' | 'UNSUBSCRIBED';
  readonly marketingOptInLevel: string;
  /** ISO 8601, not in the future by the platform's clock. The newest decision wins. */
  readonly consentUpdatedAt: string;
}

/**
 * The consent of a customer; undefined where the store does not have the customer, null for one without an address.
 * @param id the platform's number in digits
 * @throws {PlatformAError}
 */
export async function readConsent(graphql: PlatformAGraphql, id: string): Promise<AdminConsent | null | undefined> {
  const { customer } = await graphql.query<{ customer: { defaultEmailAddress: AdminConsent | null } | null }>(CONSENT, {
    id: gidOf(id),
  });
  return customer ? customer.defaultEmailAddress : undefined;
}

/**
 * Changes the consent of a customer. A customer without an address stays unchanged without an error.
 * @throws {PlatformAError} a `UserErrorsError` with INVALID where the store does not have the customer
 */
export async function updateConsent(graphql: PlatformAGraphql, id: string, consent: ConsentUpdate): Promise<void> {
  const input = { customerId: gidOf(id), emailMarketingConsent: consent };
  const data = await graphql.query<{
    customerEmailMarketingConsentUpdate: { userErrors: UserError[] } | null;
  }>(CONSENT_UPDATE, { input });
  checkUserErrors(data.customerEmailMarketingConsentUpdate);
}

const gidOf = (id: string): string => `gid://shopify/Customer/${id}`;
