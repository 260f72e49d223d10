import { api, ask, type Schema, upload } from '../../api.js';
import { brandId } from '../../brand.js';

export type StoreDetail = Schema<'RetailerDetailAnswer'>;

export const readStore = (): Promise<StoreDetail> => ask(api.GET('/retailer/store', {}));

export const countUnpaidOrders = (countUnpaidOrders: boolean): Promise<StoreDetail> =>
  ask(api.PATCH('/retailer/store', { body: { settings: { countUnpaidOrders } } }));

export const readTeam = async (): Promise<Schema<'TeamAnswer'>['users']> =>
  (await ask(api.GET('/retailer/store/team', {}))).users;

export const readSender = (): Promise<Schema<'DeliverabilityAnswer'>> =>
  ask(api.GET('/retailer/brands/{id}/deliverability', { params: { path: { id: brandId() } } }));

export const listDeliveries = async (status: 'failed' | 'processed'): Promise<readonly Schema<'DeliveryAnswer'>[]> =>
  (await ask(api.GET('/retailer/deliveries', { params: { query: { status, limit: 20 } } }))).items;

export const tryReplay = async (id: string): Promise<Schema<'ReplayTrialAnswer'>> => {
  const trial = await ask(
    api.POST('/retailer/deliveries/{id}/replay', { params: { path: { id } }, body: { dryRun: true } }),
  );
  if (!('dryRun' in trial)) throw new Error('the answer is not that of a dry run');
  return trial;
};

export const replay = async (id: string): Promise<void> => {
  await ask(api.POST('/retailer/deliveries/{id}/replay', { params: { path: { id } }, body: {} }));
};

/** Restores missing subscriptions, and reads the records that no delivery reported. */
export const checkStore = () =>
  ask(api.POST('/retailer/store/reconcile', { params: { header: { Prefer: 'wait=20' } } }));

export const listSuppressions = (cursor: string | null) =>
  ask(api.GET('/retailer/suppressions', { params: { query: { limit: 10, ...(cursor === null ? {} : { cursor }) } } }));

export const suppress = (email: string, reason?: string) =>
  ask(api.POST('/retailer/suppressions', { body: { email, ...(reason === undefined ? {} : { reason }) } }));

export const allow = async (email: string): Promise<void> => {
  await ask(api.DELETE('/retailer/suppressions', { params: { query: { email } } }));
};

export const importSuppressions = (file: File): Promise<Schema<'SuppressionImportAnswer'>> =>
  upload('/retailer/suppressions/import', file, 'text/csv');

export const readImport = (importId: string): Promise<Schema<'SuppressionImportAnswer'>> =>
  ask(api.GET('/retailer/suppressions/imports/{importId}', { params: { path: { importId } } }));

/** Those that still open something. */
export const listTokens = async () =>
  (await ask(api.GET('/retailer/module-tokens', {}))).items.filter(({ revokedAt }) => revokedAt === null);

export const mintToken = () => ask(api.POST('/retailer/module-tokens', { body: {} }));

export const revokeToken = async (jti: string): Promise<void> => {
  await ask(api.DELETE('/retailer/module-tokens/{jti}', { params: { path: { jti } } }));
};
