import type { CustomerRecord } from '../../records/records.js';
import type { BodyContext } from './context.js';
import { fullName, gid, quote, quoteOrNull } from './json.js';

function defaultAddressJson(customer: CustomerRecord): string {
  const { address, id } = customer;
  if (!address) return 'null';
  return (
    `{"id":${id},"customer_id":${id},"first_name":${quoteOrNull(customer.firstName)},` +
    `"last_name":${quoteOrNull(customer.lastName)},"company":null,"address1":${quote(address.address1)},` +
    `"address2":null,"city":${quote(address.city)},"province":${quoteOrNull(address.province)},` +
    `"country":${quote(address.country)},"zip":${quote(address.zip)},"phone":null,"name":${fullName(customer)},` +
    `"province_code":${quoteOrNull(address.provinceCode)},"country_code":"${address.countryCode}",` +
    `"country_name":${quote(address.country)},"default":true}`
  );
}

/** The keys that customers/* and `order.customer` share. Since 2025-01: no tags, no consent, no counters. */
function commonKeys(customer: CustomerRecord, { clock, store }: BodyContext): string {
  return (
    `"id":${customer.id},"created_at":"${clock.iso(customer.createdAt)}","updated_at":"${clock.iso(customer.updatedAt)}",` +
    `"first_name":${quoteOrNull(customer.firstName)},"last_name":${quoteOrNull(customer.lastName)},` +
    `"state":"disabled","note":null,"verified_email":true,"multipass_identifier":null,"tax_exempt":false,` +
    `"email":${quoteOrNull(customer.email)},"phone":null,"currency":"${store.currency}","tax_exemptions":[],` +
    `"admin_graphql_api_id":${gid('Customer', customer.id)},"default_address":${defaultAddressJson(customer)}`
  );
}

/** `customer` inside an order: without the list of addresses. */
export const orderCustomerJson = (customer: CustomerRecord | null, context: BodyContext): string =>
  customer ? `{${commonKeys(customer, context)}}` : 'null';

/** The body of customers/create and customers/update. */
export const customerBody = (customer: CustomerRecord, context: BodyContext): string =>
  `{${commonKeys(customer, context)},"addresses":[${customer.address ? defaultAddressJson(customer) : ''}]}`;

/** The body of customers_email_marketing_consent/update. */
export function consentBody(customer: CustomerRecord, { clock }: BodyContext): string {
  const { state, optInLevel, updatedAt } = customer.consent;
  return (
    `{"customer_id":${customer.id},"email_address":${quoteOrNull(customer.email)},` +
    `"email_marketing_consent":{"state":"${state}","opt_in_level":${quoteOrNull(optInLevel)},` +
    `"consent_updated_at":${clock.isoOrNull(updatedAt)}}}`
  );
}
