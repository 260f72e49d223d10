import { api, ask, type Schema } from '../../api.js';
import { brandId } from '../../session-state.js';

export type HomeFigures = Schema<'HomeAnswer'>;

export const readHome = (language: string): Promise<HomeFigures> =>
  ask(
    api.GET('/retailer/home', {
      params: { query: { brandId: brandId() }, header: { 'accept-language': language } },
    }),
  );
