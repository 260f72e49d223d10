import { api, ask, type Schema } from '../../api.js';

export type Customer = Schema<'CustomerAnswer'>;
export type CustomerDetail = Schema<'CustomerDetailAnswer'>;

export const findCustomers = (query: { q?: string; externalId?: string; cursor?: string }) =>
  ask(api.GET('/retailer/customers', { params: { query: { limit: 50, ...query } } }));

const OUR_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The customer with the platform's id or with ours, as other pages link to it. */
export async function getCustomer(externalId: string): Promise<CustomerDetail | undefined> {
  const isOurs = OUR_ID.test(externalId);
  const id = isOurs ? externalId : (await findCustomers({ externalId })).items[0]?.id;
  return id === undefined ? undefined : ask(api.GET('/retailer/customers/{id}', { params: { path: { id } } }));
}

export const ordersOf = async (id: string): Promise<readonly Schema<'OrderAnswer'>[]> =>
  (await ask(api.GET('/retailer/customers/{id}/orders', { params: { path: { id }, query: { limit: 20 } } }))).items;

export const emailsOf = async (id: string): Promise<readonly Schema<'CustomerEmailAnswer'>[]> =>
  (await ask(api.GET('/retailer/customers/{id}/emails', { params: { path: { id }, query: { limit: 20 } } }))).items;

export type PrivacyRequest = Schema<'PrivacyRequestAnswer'>;

export const askPrivacy = (id: string, body: Schema<'AskPrivacyBody'>): Promise<PrivacyRequest> =>
  ask(api.POST('/retailer/customers/{id}/privacy-requests', { params: { path: { id } }, body }));

export const getPrivacyRequest = (id: string): Promise<PrivacyRequest> =>
  ask(api.GET('/retailer/privacy-requests/{id}', { params: { path: { id } } }));
