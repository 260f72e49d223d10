import { api, ask, type Schema } from '../../api.js';
import { brandId } from '../../brand.js';
import { trendOf } from '../sequences/calls.js';

/** The won-back revenue of a sequence over time; of all sequences of the brand without one. */
export const readTrend = (sequenceId: string | undefined): Promise<Schema<'RevenueTrendAnswer'>> =>
  sequenceId === undefined
    ? ask(api.GET('/retailer/brands/{id}/results/trend', { params: { path: { id: brandId() } } }))
    : trendOf(sequenceId);

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
