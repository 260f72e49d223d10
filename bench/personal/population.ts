import type { PersonalFacts } from '../../src/commerce/queries/personal-facts.queries.js';
import type { ProductFactsAnswer } from '../../src/commerce/queries/product.dto.js';
import type { StoreFacts, TemplateSpec } from '../../src/image-generation/personal/personal-content.js';

const LANGUAGES = ['en', 'de', 'fr', 'es'];
const never = new Date(0);

const product = (index: number): ProductFactsAnswer => ({
  externalId: String(index),
  title: `Product ${index}`,
  handle: null,
  pagePath: `/products/${index}`,
  status: 'active',
  imageUrl: `https://cdn.example/${index}.jpg`,
  price: `${10 + (index % 90)}.90`,
  compareAtPrice: null,
  available: true,
  publishedAt: null,
  formerPrice: null,
  priceDroppedAt: null,
  backInStockAt: null,
  platformUpdatedAt: never,
});

/** A store in which some products sell much more than others. */
export function storeOf(products: number): StoreFacts {
  const ids = Array.from({ length: products }, (_, index) => index);
  return {
    products: new Map(ids.map((index) => [String(index), product(index)])),
    companions: new Map(ids.map((index) => [String(index), [String((index * 7 + 3) % products)]])),
    currency: 'EUR',
  };
}

/** Recipients who bought one product last, in four languages. */
export function* peopleOf(count: number, products: number): Generator<PersonalFacts> {
  for (let index = 0; index < count; index += 1) {
    const chance = ((index * 2_654_435_761) % 2 ** 32) / 2 ** 32;
    yield {
      firstName: `Person ${index}`,
      lastName: null,
      language: LANGUAGES[index % LANGUAGES.length] ?? 'en',
      currency: 'EUR',
      productIds: [String(Math.floor(chance ** 2 * products))],
    };
  }
}

/** A banner with two products and no words of the person. */
export const TEMPLATE: TemplateSpec = {
  products: ['0', '1'].map((id) => ({
    id,
    title: `Product ${id}`,
    price: '€9.90',
    image: { url: `https://cdn.example/${id}.jpg`, pointer: '/products/0', hash: id },
    available: true,
  })),
};
