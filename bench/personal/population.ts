import type { PersonalFacts } from '../../src/commerce/queries/personal-facts.queries.js';
import type { ProductFactsAnswer } from '../../src/commerce/queries/product.dto.js';
import {
  contentKey,
  type PersonalContent,
  personalContent,
  type StoreFacts,
  type TemplateSpec,
} from '../../src/image-generation/personal/personal-content.js';

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
function storeOf(products: number): StoreFacts {
  const ids = Array.from({ length: products }, (_, index) => index);
  return {
    products: new Map(ids.map((index) => [String(index), product(index)])),
    companions: new Map(ids.map((index) => [String(index), [String((index * 7 + 3) % products)]])),
    currency: 'EUR',
  };
}

/** Recipients who bought one product last, in four languages. */
function* peopleOf(count: number, products: number): Generator<PersonalFacts> {
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
const TEMPLATE: TemplateSpec = {
  products: ['0', '1'].map((id) => ({
    id,
    title: `Product ${id}`,
    price: '€9.90',
    image: { url: `https://cdn.example/${id}.jpg`, pointer: '/products/0', hash: id },
    available: true,
  })),
};

/** The different images that the recipients of a store need. */
export function contentsFor(recipients: number, products: number): PersonalContent[] {
  const store = storeOf(products);
  const found = new Map<string, PersonalContent>();
  for (const person of peopleOf(recipients, products)) {
    const content = personalContent(TEMPLATE, person, null, store);
    if (!('reason' in content)) found.set(contentKey('bench', content), content);
  }
  return [...found.values()].toSorted((a, b) => ((a.products[0]?.url ?? '') < (b.products[0]?.url ?? '') ? -1 : 1));
}
