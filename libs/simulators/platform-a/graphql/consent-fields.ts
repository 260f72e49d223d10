import { GraphQLError } from 'graphql';
import type { CustomerRecord, MarketingConsent } from '../../records/records.js';
import type { SimulatedShop } from '../shop.js';
import { guardedBy } from './access-denied.js';
import { idOfGid } from './subscription-fields.js';
import { Views } from './views.js';

interface Arguments {
  readonly input: {
    readonly customerId: string;
    readonly emailMarketingConsent: {
      readonly marketingOptInLevel?: string | null;
      readonly marketingState: string;
      readonly consentUpdatedAt?: string | null;
    };
  };
}

interface UserError {
  readonly code: 'INVALID' | 'MISSING_ARGUMENT';
  readonly field: readonly string[];
  readonly message: string;
}

const FIELD = 'customerEmailMarketingConsentUpdate';
/** States that the API accepts. The others of the enum are refused as a whole. */
const WRITABLE = new Set(['SUBSCRIBED', 'UNSUBSCRIBED', 'PENDING']);

/** The mutation of consent. The newest `consentUpdatedAt` wins; an older decision changes nothing, without an error. */
export function consentFields(shop: SimulatedShop, scopes: readonly string[]) {
  const views = new Views(shop);
  return {
    customerEmailMarketingConsentUpdate: guardedBy(scopes)('write_customers', FIELD, ({ input }: Arguments) => {
      const { marketingState: state } = input.emailMarketingConsent;
      if (!WRITABLE.has(state)) {
        throw new GraphQLError(`Cannot specify ${state} as a marketing state input`, {
          extensions: { code: 'BAD_REQUEST' },
        });
      }
      const customer = shop.customers.get(idOfGid(input.customerId));
      const now = Date.now();
      const error = problemOf(customer, input, now);
      if (error ?? !customer) return { customer: null, userErrors: error ? [error] : [] };
      return { customer: views.customer(changed(shop, customer, input, now)), userErrors: [] };
    }),
  };
}

function problemOf(
  customer: CustomerRecord | undefined,
  { emailMarketingConsent }: Arguments['input'],
  now: number,
): UserError | undefined {
  const { marketingOptInLevel: level, marketingState: state, consentUpdatedAt: at } = emailMarketingConsent;
  const input = ['input', 'emailMarketingConsent'];
  if (!customer) return { code: 'INVALID', field: ['input', 'customerId'], message: 'Customer not found' };
  if (state !== 'UNSUBSCRIBED' && !level) {
    const message = 'Marketing opt in level must be specified';
    return { code: 'MISSING_ARGUMENT', field: [...input, 'marketingOptInLevel'], message };
  }
  if (state === 'PENDING' && level !== 'CONFIRMED_OPT_IN') {
    const message = 'Marketing opt in level must be confirmed opt-in for pending consent state';
    return { code: 'INVALID', field: [...input, 'marketingOptInLevel'], message };
  }
  if (at && Date.parse(at) > now) {
    const message = 'Consent updated at must not be in the future';
    return { code: 'INVALID', field: [...input, 'consentUpdatedAt'], message };
  }
  return undefined;
}

/** Stores the consent and sends its webhook. */
function changed(
  shop: SimulatedShop,
  customer: CustomerRecord,
  { emailMarketingConsent: given }: Arguments['input'],
  now: number,
): CustomerRecord {
  const at = given.consentUpdatedAt ? Date.parse(given.consentUpdatedAt) : now;
  if (!customer.email || at < (customer.consent.updatedAt ?? 0)) return customer;
  const consent: MarketingConsent = {
    state: given.marketingState.toLowerCase() as MarketingConsent['state'],
    optInLevel: (given.marketingOptInLevel?.toLowerCase() ??
      customer.consent.optInLevel) as MarketingConsent['optInLevel'],
    updatedAt: at,
  };
  const after = { ...customer, consent, updatedAt: Math.max(now, customer.updatedAt) };
  shop.upsertCustomer(after);
  const [webhookId, eventId] = [globalThis.crypto.randomUUID(), globalThis.crypto.randomUUID()];
  const topic = 'customers_email_marketing_consent/update';
  shop.onEvent({ topic, at: now, webhookId, eventId, customer: after });
  return after;
}
