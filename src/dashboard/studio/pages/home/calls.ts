import { api, ask, type Schema } from '../../api.js';
import { brandId } from '../../session-state.js';

export const readTrend = (): Promise<Schema<'RevenueTrendAnswer'>> =>
  ask(api.GET('/retailer/brands/{id}/results/trend', { params: { path: { id: brandId() } } }));

export type HomeFigures = Schema<'HomeAnswer'>;

/** What of the page needs no count over all customers. It comes at once. */
export const readHomeStatus = (language: string): Promise<Schema<'HomeStatusAnswer'>> =>
  ask(
    api.GET('/retailer/home/status', {
      params: { query: { brandId: brandId() }, header: { 'accept-language': language } },
    }),
  );

export const readHome = (language: string): Promise<HomeFigures> =>
  ask(
    api.GET('/retailer/home', {
      params: { query: { brandId: brandId() }, header: { 'accept-language': language } },
    }),
  );

export const steerBackfill = async (next: 'pause' | 'resume'): Promise<void> => {
  await ask(
    next === 'pause' ? api.POST('/retailer/store/backfill/pause', {}) : api.POST('/retailer/store/backfill/resume', {}),
  );
};
