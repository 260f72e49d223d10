import { MOST_DAYS, usualShownWidth } from '#libs/compositor';
import { type InputError, invalidInput } from '#libs/kernel';
import type { ProductFactsAnswer } from '../../commerce/queries/product.dto.js';
import type { BrandAnswer } from '../../retailers/brand.dto.js';
import { pageUrl } from '../../retailers/storefront.js';
import type {
  BannerBody,
  BannerProductBody,
  GenerateBody,
  GridBody,
  GridProductBody,
  HeroBody,
} from './image-bodies.dto.js';
import type { Size } from '../providers/image-size.js';
import { priceText } from '../renders/price-text.js';
import { checkPlaceholders, placeholdersIn, withDefaults } from '../renders/template-texts.js';
import type {
  BannerImageSpec,
  BrandLook,
  CountdownOrder,
  GridImageSpec,
  HeroImageSpec,
  SpecProduct,
} from '../renders/image-spec.js';

/** 8 × 2^20 pixels, so that 4096 x 2048 is allowed. */
const MOST_PIXELS = 8 * 2 ** 20;
const SQUARE: Size = { width: 1024, height: 1024 };

/** What a request needs from the store. */
export interface StoreProducts {
  /** The products that exist, by the platform's id. */
  readonly known: ReadonlyMap<string, Readonly<ProductFactsAnswer>>;
  /** ISO 4217; null until the store's record was read. */
  readonly currency: string | null;
  /** Null if the store's web address is unknown. */
  readonly storefrontUrl: string | null;
}

/** The ids of products that have to be read from the store's data. */
export const productIdsOf = (products: readonly BannerProductBody[]): string[] =>
  products.flatMap(({ productId }) => productId ?? []);

export const heroSpec = (
  kind: 'generate' | 'hero',
  body: GenerateBody | HeroBody,
  brand: BrandAnswer,
): HeroImageSpec => ({
  kind,
  brand: lookOf(brand),
  format: body.format,
  ...sizeOf(body.dimensions ?? SQUARE),
  prompt: body.prompt,
  style: body.style,
  variants: body.variants,
  ...(body.fallback === 'fail' ? { fallback: body.fallback } : {}),
  ...(body.altText === undefined ? {} : { altText: body.altText }),
  ...(body.shownWidth === undefined ? {} : { shownWidth: body.shownWidth }),
});

/** Throws 422 with a pointer for each product that is incomplete, contradictory or unknown. */
export function bannerSpec(body: BannerBody, brand: BrandAnswer, store: StoreProducts): BannerImageSpec {
  const { headline, subheadline, callToAction, legal, offer, badge, family, background } = body;
  const size = sizeOf(body.dimensions);
  const written = { headline, subheadline, callToAction, legal, offer, badge };
  const errors = checkPlaceholders(written);
  if (errors.length > 0) throw invalidInput(errors);
  const placeholders = placeholdersIn(written);
  const countdown = body.countdown && countdownOf(body.countdown, size, placeholders !== undefined);
  return {
    kind: 'banner',
    brand: lookOf(brand),
    format: body.format,
    ...size,
    shownWidth: body.shownWidth ?? usualShownWidth(size.width),
    headline: withDefaults(headline),
    ...(subheadline === undefined ? {} : { subheadline: withDefaults(subheadline) }),
    ...(callToAction === undefined ? {} : { callToAction: withDefaults(callToAction) }),
    ...(legal === undefined ? {} : { legal: withDefaults(legal) }),
    ...(offer === undefined ? {} : { offer: withDefaults(offer) }),
    ...(badge === undefined ? {} : { badge: withDefaults(badge) }),
    ...(countdown ? { countdown } : {}),
    ...(placeholders === undefined ? {} : { placeholders }),
    ...(family === undefined ? {} : { family }),
    ...(body.fallback === 'fail' ? { fallback: body.fallback } : {}),
    ...backgroundOf(background),
    ...illustrated(readProducts(body.products, store, 'banner')),
    variants: body.variants,
  };
}

/** A GIF of more pixels is larger than mail programs like. */
const MOST_COUNTDOWN_PIXELS = 1_440_000;
const DAY_MS = 86_400_000;

/** Throws 422 with pointers. */
function countdownOf(
  { endsAt, ended, language }: NonNullable<BannerBody['countdown']>,
  { width, height }: Size,
  isTemplate: boolean,
): CountdownOrder {
  const left = endsAt.getTime() - Date.now();
  const errors: InputError[] = [];
  const refuse = (pointer: string, detail: string) => errors.push({ pointer, detail });
  if (left <= 0) refuse('/countdown/endsAt', 'must be in the future');
  if (left > MOST_DAYS * DAY_MS) refuse('/countdown/endsAt', `must be at most ${MOST_DAYS} days ahead`);
  if (!isLanguage(language)) refuse('/countdown/language', 'must be a language tag such as "de"');
  if (isTemplate) refuse('/countdown', 'can not be combined with placeholders');
  if (width * height > MOST_COUNTDOWN_PIXELS) {
    refuse('/dimensions', 'must be at most 1,440,000 pixels (1200 x 1200) with a countdown');
  }
  if (errors.length > 0) throw invalidInput(errors);
  return { endsAt: endsAt.toISOString(), ended, language };
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

function backgroundOf({ prompt, imageUrl, style }: NonNullable<BannerBody['background']> = {}): Pick<
  BannerImageSpec,
  'background' | 'backgroundImage'
> {
  if (imageUrl === undefined) return { background: prompt === undefined ? null : { prompt, style: style ?? null } };
  const pointer = '/background/imageUrl';
  const errors: InputError[] = [];
  if (!isWebAddress(imageUrl)) errors.push({ pointer, detail: WEB_ADDRESS });
  if (prompt !== undefined) errors.push({ pointer: '/background/prompt', detail: 'can not be combined with imageUrl' });
  if (style !== undefined) errors.push({ pointer: '/background/style', detail: 'can not be combined with imageUrl' });
  if (errors.length > 0) throw invalidInput(errors);
  return { background: null, backgroundImage: { url: imageUrl, pointer } };
}

/** A product of the store that has no image is left out and named. */
function illustrated(products: readonly SpecProduct[]): Pick<BannerImageSpec, 'products' | 'notices'> {
  const bare = products.filter(({ image }) => image === null);
  return {
    products: products.filter(({ image }) => image !== null),
    notices: bare.map(({ id }) => ({ productId: id, reason: 'the store has no image of it' })),
  };
}

/** Throws 422 like `bannerSpec`. */
export const gridSpec = (body: GridBody, brand: BrandAnswer, store: StoreProducts): GridImageSpec => ({
  kind: 'grid',
  brand: lookOf(brand),
  format: body.format,
  brief: body.brief ?? null,
  width: body.width,
  ...(body.shownWidth === undefined ? {} : { shownWidth: body.shownWidth }),
  ...(body.family === undefined ? {} : { family: body.family }),
  products: readProducts(body.products, store, 'grid').map((product) => withLink(product, store)),
  notices: [],
});

function withLink(product: SpecProduct, { known, storefrontUrl }: StoreProducts): SpecProduct {
  const url = pageUrl(storefrontUrl, known.get(product.id)?.pagePath) ?? storefrontUrl;
  return url === null ? product : { ...product, url };
}

function lookOf({ id, name, version, palette, fonts, cornerRadius, tone, logoUrl }: BrandAnswer): BrandLook {
  const logo = logoUrl === null ? null : { url: logoUrl, pointer: '' };
  return { id, name, version, palette, fonts, cornerRadius, tone, logo };
}

function sizeOf({ width, height }: Size): Size {
  if (width * height > MOST_PIXELS) {
    throw invalidInput([{ pointer: '/dimensions', detail: 'must be at most 8 megapixels (8,388,608 pixels)' }]);
  }
  return { width, height };
}

function readProducts(
  bodies: readonly GridProductBody[],
  store: StoreProducts,
  kind: 'banner' | 'grid',
): readonly SpecProduct[] {
  const errors: InputError[] = [];
  const ids = new Set<string>();
  const products = bodies.flatMap((body, index) => {
    const pointer = `/products/${index}`;
    const found = mistakes(body, pointer, kind);
    if (found.length === 0 && ids.has(body.productId ?? body.id ?? '')) {
      found.push({ pointer, detail: 'occurs twice in the request' });
    }
    ids.add(body.productId ?? body.id ?? `${index}`);
    const product = body.productId === undefined ? inline(body, index) : fromStore(body, index, store);
    if (!product) found.push({ pointer: `${pointer}/productId`, detail: 'is not a product of this store' });
    else if (kind === 'banner' && body.productId === undefined && !product.image) {
      found.push({ pointer: `${pointer}/imageUrl`, detail: 'has no image' });
    }
    errors.push(...found);
    return product ?? [];
  });
  if (errors.length > 0) throw invalidInput(errors);
  return products;
}

/** The errors in one product: it needs either a `productId` or its own values, not both. */
function mistakes(body: GridProductBody, pointer: string, kind: 'banner' | 'grid'): InputError[] {
  const own = ['id', 'title', 'price', 'compareAtPrice', 'imageUrl'] as const;
  if (body.productId !== undefined) {
    const extra = own.filter((key) => body[key] !== undefined);
    return extra.map((key) => ({ pointer: `${pointer}/${key}`, detail: 'can not be combined with productId' }));
  }
  const required = kind === 'banner' ? (['title'] as const) : (['id', 'title', 'price'] as const);
  const missing = required.filter((key) => body[key] === undefined);
  const errors = missing.map((key) => ({ pointer: `${pointer}/${key}`, detail: 'is required without a productId' }));
  const url = body.imageUrl;
  if (url !== undefined && !isWebAddress(url)) {
    errors.push({ pointer: `${pointer}/imageUrl`, detail: WEB_ADDRESS });
  }
  return errors;
}

const WEB_ADDRESS = 'must be an http or https address without a password';

function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && !url.username && !url.password;
}

function inline(body: GridProductBody, index: number): SpecProduct {
  const { id, title = '', price, compareAtPrice, imageUrl, priority } = body;
  return {
    id: id ?? `product-${index + 1}`,
    title,
    price: price ?? null,
    ...(compareAtPrice === undefined ? {} : { compareAtPrice }),
    image: imageUrl === undefined ? null : { url: imageUrl, pointer: `/products/${index}/imageUrl` },
    available: true,
    ...(priority === undefined ? {} : { priority }),
  };
}

function fromStore(
  { productId = '', priority }: GridProductBody,
  index: number,
  { known, currency }: StoreProducts,
): SpecProduct | undefined {
  const product = known.get(productId);
  if (!product) return undefined;
  const { title, imageUrl, price, formerPrice, status } = product;
  const former = formerPrice === null || currency === null ? null : priceText(formerPrice, currency);
  return {
    id: productId,
    title,
    price: price === null || currency === null ? null : priceText(price, currency),
    ...(former === null ? {} : { compareAtPrice: former }),
    image: imageUrl === null ? null : { url: imageUrl, pointer: `/products/${index}/productId` },
    available: status === 'active',
    ...(priority === undefined ? {} : { priority }),
  };
}
