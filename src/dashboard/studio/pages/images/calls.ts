import { api, ask, type Schema } from '../../api.js';
import { brandId, ofItsBrand } from '../../brand.js';

export type Image = Schema<'ImageAnswer'>;
export type Brand = Schema<'BrandAnswer'>;

export const listImages = (cursor: string | null) =>
  ask(
    api.GET('/retailer/images', {
      params: { query: { brandId: brandId(), limit: 24, ...(cursor === null ? {} : { cursor }) } },
    }),
  );

export const getImage = async (id: string): Promise<Image> =>
  ofItsBrand(await ask(api.GET('/retailer/images/{id}', { params: { path: { id } } })));

/** The width of the email that shows a grid, in CSS pixels. */
const GRID_WIDTH = 600;

/** Asks for a new image. Fields that are null are left out. */
export function askImage(kind: 'banner' | 'hero' | 'grid', fields: Readonly<Record<string, unknown>>): Promise<Image> {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  const common = { ...given, brandId: brandId(), format: 'auto' };
  switch (kind) {
    case 'banner':
      return ask(
        api.POST('/retailer/image/banner-generation', { body: { ...common, variants: 3 } as Schema<'BannerBody'> }),
      );
    case 'hero':
      return ask(
        api.POST('/retailer/image/hero-generation', { body: { ...common, variants: 2 } as Schema<'HeroBody'> }),
      );
    case 'grid':
      return ask(
        api.POST('/retailer/image/grid-generation', { body: { ...common, width: GRID_WIDTH } as Schema<'GridBody'> }),
      );
  }
}

export const decide = (id: string, approval: 'approved' | 'rejected'): Promise<Image> =>
  ask(api.POST('/retailer/images/{id}/approval', { params: { path: { id } }, body: { approval } }));

/** The same image, but with some fields of its request changed. */
export const editImage = (id: string, changes: Readonly<Record<string, unknown>>): Promise<Image> =>
  ask(api.POST('/retailer/images/{id}/edit', { params: { path: { id } }, body: changes }));

export type Product = Schema<'ProductAnswer'>;

const products = async (query: { readonly q?: string; readonly externalId?: string }): Promise<readonly Product[]> =>
  (await ask(api.GET('/retailer/store/products', { params: { query: { limit: 24, ...query } } }))).items;

/** The first products of the store; those with this text in their names. */
export const findProducts = (q: string): Promise<readonly Product[]> => products(q === '' ? {} : { q });

export const productsNamed = async (ids: readonly string[]): Promise<readonly Product[]> =>
  (await Promise.all(ids.map((externalId) => products({ externalId })))).flat();

export const readCosts = () => ask(api.GET('/retailer/images/costs', {}));

export const getBrand = (): Promise<Brand> =>
  ask(api.GET('/retailer/brands/{id}', { params: { path: { id: brandId() } } }));

export const changeBrand = (body: Schema<'BrandBody'>): Promise<Brand> =>
  ask(api.PATCH('/retailer/brands/{id}', { params: { path: { id: brandId() } }, body }));

/** A proposal from what the store says, or from a file of the logo in base64. */
export const proposeKit = (body: Schema<'ImportKitBody'>) =>
  ask(api.POST('/retailer/brands/{id}/import-kit', { params: { path: { id: brandId() } }, body }));
