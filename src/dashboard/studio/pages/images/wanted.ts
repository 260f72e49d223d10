import type { Image } from './calls.js';

export type Kind = Image['kind'];

/** Twice the width that emails show, so that the image is sharp on every screen. */
export const SIZES = {
  wide: { width: 1200, height: 600 },
  square: { width: 1200, height: 1200 },
  tall: { width: 1200, height: 1500 },
} as const;
export type Size = keyof typeof SIZES;
export const SIZE_NAMES = Object.keys(SIZES) as Size[];

/** The most products of an image. */
export const MOST: Readonly<Record<Kind, number>> = { banner: 8, hero: 0, generate: 0, grid: 12 };

/** What somebody asks for, as the form has it. An empty text is not in the request. */
export interface Wanted {
  readonly kind: Kind;
  readonly headline: string;
  readonly callToAction: string;
  readonly offer: string;
  readonly prompt: string;
  readonly style: string;
  readonly brief: string;
  /** Empty for the family that fits best. */
  readonly family: string;
  /** Undefined for a size of a program that the studio does not offer. */
  readonly size: Size | undefined;
  /** By the platform's id. */
  readonly products: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/** The request of an image that exists, as the form has it. */
export function wantedOf(kind: Kind, asked: Fields): Wanted {
  const text = (name: string): string => (typeof asked[name] === 'string' ? asked[name] : '');
  const products = Array.isArray(asked['products']) ? (asked['products'] as Fields[]) : [];
  const size = asked['dimensions'] as Fields | undefined;
  return {
    kind,
    headline: text('headline'),
    callToAction: text('callToAction'),
    offer: text('offer'),
    prompt: text('prompt'),
    style: text('style'),
    brief: text('brief'),
    family: text('family'),
    size: SIZE_NAMES.find((name) => SIZES[name].width === size?.['width'] && SIZES[name].height === size['height']),
    products: products.flatMap(({ productId }) => (typeof productId === 'string' ? [productId] : [])),
  };
}

/** Whether the request has what its kind needs. */
export const isReady = ({ kind, headline, prompt, products }: Wanted): boolean =>
  kind === 'banner' ? headline.trim() !== '' : kind === 'grid' ? products.length > 0 : prompt.trim() !== '';

const NAMES: Readonly<Record<Kind, readonly string[]>> = {
  banner: ['headline', 'callToAction', 'offer', 'family', 'products', 'dimensions'],
  hero: ['prompt', 'style', 'dimensions'],
  generate: ['prompt', 'dimensions'],
  grid: ['brief', 'family', 'products'],
};

/** The fields of the request. Null stands for what the request does not have. */
export function fieldsOf(wanted: Wanted): Fields {
  const { size, products, kind } = wanted;
  const values: Fields = {
    ...wanted,
    dimensions: size === undefined ? null : SIZES[size],
    products: products.slice(0, MOST[kind]).map((productId) => ({ productId })),
  };
  const given = (value: unknown): unknown => (typeof value === 'string' ? value.trim() || null : value);
  return Object.fromEntries(NAMES[kind].map((name) => [name, given(values[name])]));
}

/** What an edit has to change. A field that is null is removed. */
export function changesOf(before: Wanted, after: Wanted): Fields {
  const [old, changed] = [fieldsOf(before), fieldsOf(after)];
  return Object.fromEntries(
    Object.entries(changed).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name])),
  );
}
