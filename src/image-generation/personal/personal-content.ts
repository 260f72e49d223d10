import { createHash } from 'node:crypto';
import { COMPOSER_VERSION } from '#libs/compositor';
import type { PersonalFacts } from '../../commerce/queries/personal-facts.queries.js';
import type { ProductFactsAnswer } from '../../commerce/queries/product.dto.js';
import type { OfferWords } from '../../email/images/message-image.entity.js';
import { productWords } from '../renders/banner-texts.js';
import type { BannerImageSpec, SpecProduct } from '../renders/image-spec.js';
import { priceText } from '../renders/price-text.js';
import { type Facts, factsIn, type FilledTexts, withFacts } from '../renders/template-texts.js';

/** A product of a personal image. Its photograph is named by its address until it is fetched, then by its hash. */
export interface PersonalProduct {
  readonly title: string;
  readonly price?: string;
  readonly compareAtPrice?: string;
  readonly url: string;
  readonly hash?: string;
}

/** Everything in which a personal image may differ from that of its request. */
export interface PersonalContent {
  readonly texts: FilledTexts;
  readonly products: readonly PersonalProduct[];
}

/** What a personal image is made after. */
export type TemplateSpec = Pick<BannerImageSpec, 'products' | 'placeholders'>;

/** What is known of the store. */
export interface StoreFacts {
  /** By the platform's id. */
  readonly products: ReadonlyMap<string, Readonly<ProductFactsAnswer>>;
  /** The platform's ids of the products that are most often bought together with each product. */
  readonly companions: ReadonlyMap<string, readonly string[]>;
  /** ISO 4217; null if unknown. */
  readonly currency: string | null;
}

/** The content for a person, or why the person sees the image of the request. Pure. */
export function personalContent(
  template: TemplateSpec,
  person: PersonalFacts | undefined,
  offer: OfferWords | null,
  store: StoreFacts,
): PersonalContent | { readonly reason: string } {
  if (!person) return { reason: 'no_customer' };
  const placeholders = template.placeholders ?? {};
  const wanted = factsIn(placeholders);
  const showsProducts = template.products.length > 0;
  const last = person.productIds.find((id) => isShown(store.products.get(id)));
  if (last === undefined && (showsProducts || wanted.has('product.title'))) return { reason: 'no_product' };
  const companion = (store.companions.get(last ?? '') ?? []).find((id) => canBeBought(store.products.get(id)));
  const products = productsFor(template, [last, companion], person, store);
  if ('reason' in products) return products;
  const texts = withFacts(placeholders, factsOf(person, offer, [last, companion], store));
  return 'reason' in texts ? texts : { texts: texts.texts, products };
}

const isShown = (product: Readonly<ProductFactsAnswer> | undefined): boolean =>
  product?.status === 'active' && product.imageUrl !== null;

const canBeBought = (product: Readonly<ProductFactsAnswer> | undefined): boolean =>
  isShown(product) && product?.available !== false;

type Ids = readonly [last: string | undefined, companion: string | undefined];

/** The person's products take the first places; those of the request keep the others. */
function productsFor(
  template: TemplateSpec,
  ids: Ids,
  person: PersonalFacts,
  { products: known, currency }: StoreFacts,
): readonly PersonalProduct[] | { readonly reason: string } {
  const places = template.products.length;
  const own = ids.filter((id) => id !== undefined).slice(0, places);
  const rest = template.products.filter(({ id }) => !own.includes(id)).slice(0, places - own.length);
  const showsPrices = template.products.some(({ price }) => price !== null);
  if (showsPrices && own.length > 0 && (currency === null || person.currency !== currency)) {
    return { reason: 'other_currency' };
  }
  const language = person.language ?? 'en';
  const made: PersonalProduct[] = [];
  const words: PriceWords = { currency: currency ?? '', language };
  for (const id of own) {
    const product = known.get(id);
    if (!product?.imageUrl) return { reason: 'no_photograph' };
    if (showsPrices && product.price === null) return { reason: 'no_price' };
    const { title, imageUrl: url } = product;
    made.push({ title, url, ...(showsPrices ? pricesOf(product, words) : {}) });
  }
  return [...made, ...rest.flatMap((product) => ofTemplate(product, known.get(product.id), words))];
}

interface PriceWords {
  readonly currency: string;
  readonly language: string;
}

const pricesOf = (
  { price, formerPrice }: Readonly<ProductFactsAnswer>,
  { currency, language }: PriceWords,
): Pick<PersonalProduct, 'price' | 'compareAtPrice'> => ({
  ...(price === null ? {} : { price: priceText(price, currency, language) }),
  ...(formerPrice === null ? {} : { compareAtPrice: priceText(formerPrice, currency, language) }),
});

/** A product of the store gets its present price. One that the request describes keeps the price that it says. */
function ofTemplate(
  product: SpecProduct,
  known: Readonly<ProductFactsAnswer> | undefined,
  words: PriceWords,
): PersonalProduct[] {
  if (!product.image) return [];
  const { url, hash } = product.image;
  const isOfStore = known?.imageUrl === url && product.price !== null && known.price !== null;
  const said = isOfStore ? { title: product.title, ...pricesOf(known, words) } : productWords(product);
  return [{ ...said, url, ...(hash === undefined ? {} : { hash }) }];
}

function factsOf(
  { firstName, lastName }: PersonalFacts,
  offer: OfferWords | null,
  [last, companion]: Ids,
  { products }: StoreFacts,
): Facts {
  const titleOf = (id: string | undefined): string => products.get(id ?? '')?.title ?? '';
  return {
    'customer.firstName': firstName ?? '',
    'customer.lastName': lastName ?? '',
    'product.title': titleOf(last),
    'companion.title': titleOf(companion),
    ...(offer ? { 'offer.code': offer.code, 'offer.label': offer.label, 'offer.endsOn': offer.endsOn } : {}),
  };
}

/** Whether images of the template may name a person, or a code that only one person has. */
export function namesPeople({ placeholders = {} }: TemplateSpec): boolean {
  const wanted = factsIn(placeholders);
  return wanted.has('customer.firstName') || wanted.has('customer.lastName') || wanted.has('offer.code');
}

/** The same for the same content of the same template, whoever sees it. Addresses don't count, only the bytes. */
export function contentKey(renderId: string, { texts, products }: PersonalContent): string {
  const shown = products.map(({ title, price, compareAtPrice, hash }) => [title, price, compareAtPrice, hash]);
  const content = [COMPOSER_VERSION, renderId, Object.entries(texts).toSorted(([a], [b]) => (a < b ? -1 : 1)), shown];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
