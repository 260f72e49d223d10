import { api, ask, type Schema } from '../../api.js';

export type Customer = Schema<'CustomerAnswer'>;
export type CustomerDetail = Schema<'CustomerDetailAnswer'>;

export const findCustomers = (query: { q?: string; externalId?: string; cursor?: string }) =>
  ask(api.GET('/retailer/customers', { params: { query: { limit: 50, ...query } } }));

/** The customer with the platform's id, as other pages link to it. */
export async function getCustomer(externalId: string): Promise<CustomerDetail | undefined> {
  const [found] = (await findCustomers({ externalId })).items;
  return found && ask(api.GET('/retailer/customers/{id}', { params: { path: { id: found.id } } }));
}

export const ordersOf = async (id: string): Promise<readonly Schema<'OrderAnswer'>[]> =>
  (await ask(api.GET('/retailer/customers/{id}/orders', { params: { path: { id }, query: { limit: 20 } } }))).items;

export const emailsOf = async (id: string): Promise<readonly Schema<'CustomerEmailAnswer'>[]> =>
  (await ask(api.GET('/retailer/customers/{id}/emails', { params: { path: { id }, query: { limit: 20 } } }))).items;
