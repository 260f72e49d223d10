import { api, ask, type Schema } from '../../api.js';

export type Retailer = Schema<'RetailerAnswer'>;
export type Delivery = Schema<'DeliveryAnswer'>;
export type Trial = Schema<'ReplayTrialAnswer'>;
export type Queue = Schema<'QueueAnswer'>;

const page = (cursor: string | null) => (cursor === null ? {} : { cursor });

export interface RetailerFilter {
  readonly name: string;
  readonly status: '' | Retailer['status'];
}

export const listRetailers = ({ name, status }: RetailerFilter, cursor: string | null) =>
  ask(
    api.GET('/admin/retailers', {
      params: { query: { ...(name === '' ? {} : { name }), ...(status === '' ? {} : { status }), ...page(cursor) } },
    }),
  );

export const retailersWithoutAccess = () =>
  ask(api.GET('/admin/retailers', { params: { query: { status: 'needs_reauth', limit: 20 } } }));

export const retailersMissingScopes = () =>
  ask(api.GET('/admin/retailers', { params: { query: { missingScopes: 'true', limit: 20 } } }));

export const getRetailer = (id: string): Promise<Retailer> =>
  ask(api.GET('/admin/retailers/{id}', { params: { path: { id } } }));

/** Checks the store and repairs its subscriptions; waits a while for the result. */
export const checkStore = (id: string): Promise<Retailer> =>
  ask(api.POST('/admin/retailers/{id}/reconcile', { params: { path: { id }, header: { Prefer: 'wait=15' } } }));

/** The names of stores by id, for lists that have ids only. */
export async function namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all([...new Set(ids)].map((id) => getRetailer(id).catch(() => undefined)));
  return new Map(found.flatMap((retailer) => (retailer ? [[retailer.id, retailer.name] as const] : [])));
}

export async function listFailed(retailerId: string, cursor: string | null) {
  const one = retailerId === '' ? {} : { retailerId };
  const { items, nextCursor } = await ask(
    api.GET('/admin/deliveries', { params: { query: { status: 'failed', ...one, ...page(cursor), limit: 25 } } }),
  );
  return {
    items,
    nextCursor,
    names: await namesOf([retailerId, ...items.map((item) => item.retailerId)].filter(Boolean)),
  };
}

export const replay = (id: string, dryRun: boolean): Promise<Trial | Delivery> =>
  ask(
    api.POST('/admin/deliveries/{id}/replay', {
      params: { path: { id }, header: { Prefer: 'wait=10' } },
      body: { dryRun },
    }),
  );

export interface ActionFilter {
  readonly subject: string;
  readonly action: string;
  readonly retailerId: string;
}

export async function listActions({ subject, action, retailerId }: ActionFilter, cursor: string | null) {
  const filter = {
    ...(subject === '' ? {} : { subject }),
    ...(action === '' ? {} : { action }),
    ...(retailerId === '' ? {} : { retailerId }),
  };
  const { items, nextCursor } = await ask(
    api.GET('/admin/actions', { params: { query: { ...filter, ...page(cursor) } } }),
  );
  return { items, nextCursor, names: await namesOf(items.flatMap((item) => item.retailerId ?? [])) };
}

export const readQueues = () => ask(api.GET('/admin/queues', {}));

/** A service that is not ready answers 503, also with the state of each datastore. */
export async function readDatastores(): Promise<Schema<'ReadinessAnswer'>['checks'] | undefined> {
  const { data, error } = await api.GET('/health/ready', {});
  return (data ?? error)?.checks;
}

export const hasAccounts = async (): Promise<boolean> => (await ask(api.GET('/dashboard/oidc', {}))).configured;
