import { api, ask, type Schema } from '../../api.js';
import { brandId } from '../../session-state.js';

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

export const tryReplay = (id: string) =>
  ask(api.POST('/retailer/deliveries/{id}/replay', { params: { path: { id } }, body: { dryRun: true } }));

export const listTokens = async () => (await ask(api.GET('/retailer/module-tokens', {}))).items;

export const mintToken = () => ask(api.POST('/retailer/module-tokens', { body: {} }));

export const revokeToken = async (jti: string): Promise<void> => {
  await ask(api.DELETE('/retailer/module-tokens/{jti}', { params: { path: { jti } } }));
};
