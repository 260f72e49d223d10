import type { AdminCustomer } from './admin-types.js';
import type { PlatformAGraphql } from './graphql.js';
import { CUSTOMER, CUSTOMERS_BY_EMAIL, PAGE_SIZES } from './operations.js';
import type { Connection } from './paging.js';

/**
 * One customer; null where the store does not have it, or no longer has it.
 * @param id the platform's number in digits
 * @throws {PlatformAError}
 */
export async function readCustomer(graphql: PlatformAGraphql, id: string): Promise<AdminCustomer | null> {
  const variables = { id: `gid://shopify/Customer/${id}` };
  return (await graphql.query<{ customer: AdminCustomer | null }>(CUSTOMER, variables)).customer;
}

/**
 * The customer with this email address in any case; undefined where there is none. The platform's search also finds
 * similar addresses.
 * @throws {PlatformAError}
 */
export async function findCustomerByEmail(
  graphql: PlatformAGraphql,
  email: string,
): Promise<AdminCustomer | undefined> {
  const variables = { first: PAGE_SIZES.customersByEmail, query: `email:"${email.replace(/["\\]/g, '\\$&')}"` };
  const data = await graphql.query<{ customers: Connection<AdminCustomer> }>(CUSTOMERS_BY_EMAIL, variables);
  const wanted = email.toLowerCase();
  return data.customers.nodes.find(
    ({ defaultEmailAddress: address }) => address?.emailAddress.toLowerCase() === wanted,
  );
}
