import { describe, expect, it } from 'vitest';
import type { PersonalFacts } from '../../commerce/queries/personal-facts.queries.js';
import type { ProductFactsAnswer } from '../../commerce/queries/product.dto.js';
import { contentKey, namesPeople, type PersonalContent, personalContent, type StoreFacts } from './personal-content.js';

const product = (externalId: string, more: Partial<ProductFactsAnswer> = {}) =>
  ({
    externalId,
    title: `The ${externalId}`,
    status: 'active',
    imageUrl: `https://cdn.example/${externalId}.jpg`,
    price: '1234.50',
    formerPrice: null,
    available: true,
    ...more,
  }) as ProductFactsAnswer;

const store: StoreFacts = {
  products: new Map(
    [
      product('mug'),
      product('tote'),
      product('soap', { available: false }),
      product('bare', { imageUrl: null }),
      product('old', { status: 'archived' }),
      product('free', { price: null }),
    ].map((one) => [one.externalId, one]),
  ),
  companions: new Map([['mug', ['soap', 'tote']]]),
  currency: 'EUR',
};
const shown = (id: string) => ({
  id,
  title: `The ${id}`,
  price: '€1.00',
  image: { url: `https://cdn.example/${id}.jpg`, pointer: '/products/0', hash: id },
  available: true,
});
const template = { products: [shown('lamp'), shown('vase')] };
const ada: PersonalFacts = { firstName: 'Ada', lastName: null, language: 'de', currency: 'EUR', productIds: ['mug'] };
const of = (person: Partial<PersonalFacts>, spec: Parameters<typeof personalContent>[0] = template) =>
  personalContent(spec, { ...ada, ...person }, null, store);
const titlesOf = (content: ReturnType<typeof of>) =>
  'products' in content ? content.products.map(({ title }) => title) : content.reason;

describe('what an image shows of a person', () => {
  it('is the last product and one that is bought with it and can be bought, priced in their language', () => {
    expect(of({})).toMatchObject({
      products: [
        { title: 'The mug', price: '1.234,50\u00a0€' },
        { title: 'The tote', price: '1.234,50\u00a0€' },
      ],
    });
    expect(of({ language: 'no such language' })).toMatchObject({ products: [{ price: '€1,234.50' }, {}] });
  });

  it('keeps the products of the request for the other places, and shows none twice', () => {
    expect(titlesOf(of({ productIds: ['tote'] }))).toEqual(['The tote', 'The lamp']);
    expect(titlesOf(of({}, { products: [shown('tote')] }))).toEqual(['The mug']);
    expect(titlesOf(of({}, { products: [shown('mug'), shown('lamp'), shown('tote')] }))).toEqual([
      'The mug',
      'The tote',
      'The lamp',
    ]);
  });

  it('has the present prices of other products of the store in the same language, and keeps what a request says', () => {
    const besideSoap = (id: string) => of({ productIds: ['soap'] }, { products: [shown(id), shown('vase')] });
    const soap = { title: 'The soap', price: '1.234,50\u00a0€' };
    expect(besideSoap('tote')).toMatchObject({ products: [soap, { title: 'The tote', price: '1.234,50\u00a0€' }] });
    expect(besideSoap('lamp')).toMatchObject({ products: [soap, { title: 'The lamp', price: '€1.00' }] });
  });

  it.each([
    [{ productIds: [] }, 'no_product'],
    [{ productIds: ['bare'] }, 'no_product'],
    [{ productIds: ['old'] }, 'no_product'],
    [{ productIds: ['free'] }, 'no_price'],
    [{ currency: 'CHF' }, 'other_currency'],
  ])('is nothing for %j: %s', (person, reason) => {
    expect(of(person)).toEqual({ reason });
  });

  it('takes the first product of the order that can be shown', () => {
    expect(titlesOf(of({ productIds: ['bare', 'old', 'mug'] }))).toEqual(['The mug', 'The tote']);
  });
});

describe('the key of an image', () => {
  const named = { ...template, placeholders: { headline: '{{ customer.firstName | default: "You" }}' } };
  const keyOf = (content: ReturnType<typeof of>, render = 'one') => contentKey(render, content as PersonalContent);

  it('is the same for different people with the same content', () => {
    expect(keyOf(of({ firstName: 'Bob', lastName: 'Case' }))).toBe(keyOf(of({})));
    expect(keyOf(of({}), 'other')).not.toBe(keyOf(of({})));
    expect(keyOf(of({ productIds: ['tote'] }))).not.toBe(keyOf(of({})));
  });

  it('differs by what is shown of the person', () => {
    expect(keyOf(of({ firstName: 'Bob' }, named))).not.toBe(keyOf(of({}, named)));
    expect([namesPeople(named), namesPeople(template)]).toEqual([true, false]);
  });
});
