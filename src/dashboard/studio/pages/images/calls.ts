import { api, ask, type Schema } from '../../api.js';
import { brandId } from '../../session-state.js';

export type Image = Schema<'ImageAnswer'>;
export type Brand = Schema<'BrandAnswer'>;

export const listImages = (cursor: string | null) =>
  ask(
    api.GET('/retailer/images', {
      params: { query: { brandId: brandId(), limit: 24, ...(cursor === null ? {} : { cursor }) } },
    }),
  );

export const getImage = (id: string): Promise<Image> =>
  ask(api.GET('/retailer/images/{id}', { params: { path: { id } } }));

export const askHero = (body: Schema<'HeroBody'>): Promise<Image> =>
  ask(api.POST('/retailer/image/hero-generation', { body }));

export const askBanner = (body: Schema<'BannerBody'>): Promise<Image> =>
  ask(api.POST('/retailer/image/banner-generation', { body }));

export const askGrid = (body: Schema<'GridBody'>): Promise<Image> =>
  ask(api.POST('/retailer/image/grid-generation', { body }));

export const decide = (id: string, approval: 'approved' | 'rejected'): Promise<Image> =>
  ask(api.POST('/retailer/images/{id}/approval', { params: { path: { id } }, body: { approval } }));

/** The same image, but with some fields of its request changed. */
export const editImage = (id: string, changes: Readonly<Record<string, unknown>>): Promise<Image> =>
  ask(api.POST('/retailer/images/{id}/edit', { params: { path: { id } }, body: changes }));

export const listProducts = async (): Promise<readonly Schema<'ProductAnswer'>[]> =>
  (await ask(api.GET('/retailer/store/products', { params: { query: { limit: 50 } } }))).items;

export const readCosts = () => ask(api.GET('/retailer/images/costs', {}));

export const getBrand = (): Promise<Brand> =>
  ask(api.GET('/retailer/brands/{id}', { params: { path: { id: brandId() } } }));

export const changeBrand = (body: Schema<'BrandBody'>): Promise<Brand> =>
  ask(api.PATCH('/retailer/brands/{id}', { params: { path: { id: brandId() } }, body }));

export const proposeKit = () =>
  ask(api.POST('/retailer/brands/{id}/import-kit', { params: { path: { id: brandId() } }, body: {} }));
