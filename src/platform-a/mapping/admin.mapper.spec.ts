import type { AdminCustomer, AdminOrder, AdminProduct, AdminTransaction } from '#libs/platform-a-client';
import { describe, expect, it } from 'vitest';
import { mapAdminCustomer, mapAdminOrder, mapAdminProduct } from './admin.mapper.js';

const money = (amount: string, currencyCode = 'USD') => ({ shopMoney: { amount, currencyCode } });

const CUSTOMER: AdminCustomer = {
  id: 'gid://shopify/Customer/115310627314723954',
  firstName: 'Ada',
  lastName: '',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-03-01T10:00:00Z',
  defaultEmailAddress: {
    emailAddress: 'Ada@Example.COM',
    marketingState: 'SUBSCRIBED',
    marketingUpdatedAt: '2026-02-01T00:00:00Z',
  },
  defaultAddress: { countryCodeV2: 'GB' },
  locale: 'en-GB',
};

const ORDER: AdminOrder = {
  id: 'gid://shopify/Order/820982911946154508',
  name: '#1001',
  createdAt: '2026-03-02T00:00:00Z',
  processedAt: '2019-05-05T05:05:05+02:00',
  updatedAt: '2026-03-03T00:00:00Z',
  cancelledAt: null,
  test: false,
  sourceName: 'web',
  displayFinancialStatus: 'PARTIALLY_REFUNDED',
  discountCodes: [],
  totalPriceSet: money('598.94', 'EUR'),
  customer: CUSTOMER,
  customerLocale: 'fr-Fr',
  billingAddress: { countryCodeV2: 'FR' },
  lineItems: [
    { product: { id: 'gid://shopify/Product/632910392' } },
    { product: null },
    { product: { id: 'gid://shopify/Product/108828309' } },
    { product: { id: 'gid://shopify/Product/632910392' } },
  ],
  refunds: [],
};

const PRODUCT: AdminProduct = {
  id: 'gid://shopify/Product/788032119674292922',
  title: 'Tee',
  handle: 'tee',
  onlineStoreUrl: 'https://shop1.myshopify.com/products/tee',
  status: 'ACTIVE',
  productType: '',
  vendor: '',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-02T00:00:00Z',
  featuredMedia: { preview: { image: { url: 'https://cdn.example/tee.png' } } },
  publishedAt: '2026-01-01T12:00:00Z',
  tracksInventory: true,
  variants: {
    nodes: [{ price: '19.90', compareAtPrice: '24.90', availableForSale: false }],
    pageInfo: { hasNextPage: false },
  },
};

const transaction = (kind: string, status: string, amount: string): AdminTransaction => ({
  id: 'gid://shopify/OrderTransaction/1',
  kind,
  status,
  amountSet: money(amount),
});

const orderOf = (order: Partial<AdminOrder>) => {
  const [record] = mapAdminOrder({ ...ORDER, ...order });
  if (record?.kind !== 'order') throw new Error('not an order');
  return record.order;
};

const consentOf = (address: AdminCustomer['defaultEmailAddress']) =>
  mapAdminCustomer({ ...CUSTOMER, defaultEmailAddress: address }).find((record) => record.kind === 'consent')?.consent;

describe('mapAdminCustomer', () => {
  it('keeps a 64-bit id exactly and writes the address in lower case', () => {
    expect(mapAdminCustomer(CUSTOMER)).toEqual([
      {
        kind: 'customer',
        customer: {
          externalId: '115310627314723954',
          email: 'ada@example.com',
          firstName: 'Ada',
          lastName: null,
          country: 'GB',
          language: 'en-GB',
          updatedAt: new Date('2026-03-01T10:00:00Z'),
        },
      },
      {
        kind: 'consent',
        consent: {
          externalId: '115310627314723954',
          email: 'ada@example.com',
          marketing: 'subscribed',
          decidedAt: new Date('2026-02-01T00:00:00Z'),
        },
      },
    ]);
  });

  it.each([
    ['SUBSCRIBED', 'subscribed'],
    ['UNSUBSCRIBED', 'unsubscribed'],
    ['NOT_SUBSCRIBED', 'unknown'],
    ['PENDING', 'unknown'],
    ['SOMETHING_NEW', 'unknown'],
  ])('takes %s for %s', (marketingState, marketing) => {
    expect(consentOf({ emailAddress: 'a@b.example', marketingState, marketingUpdatedAt: null })).toMatchObject({
      marketing,
      decidedAt: null,
    });
  });

  it('says no language where the locale is no tag', () => {
    const [record] = mapAdminCustomer({ ...CUSTOMER, locale: '' });
    expect(record).toMatchObject({ kind: 'customer', customer: { externalId: '115310627314723954' } });
    expect(record).not.toHaveProperty('customer.language');
  });

  it('says nothing of consent where there is no address', () => {
    const records = mapAdminCustomer({ ...CUSTOMER, defaultEmailAddress: null, defaultAddress: null });
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ kind: 'customer', customer: { email: null, country: null } });
  });
});

describe('mapAdminOrder', () => {
  it('takes the time of purchase, the store money and each product once', () => {
    expect(orderOf({})).toMatchObject({
      externalId: '820982911946154508',
      customer: { externalId: '115310627314723954' },
      currency: 'EUR',
      total: 5_989_400n,
      financialStatus: 'partially_refunded',
      cancelledAt: null,
      test: false,
      productIds: ['108828309', '632910392'],
      billingCountry: 'FR',
      orderedAt: new Date('2019-05-05T03:05:05Z'),
      updatedAt: new Date('2026-03-03T00:00:00Z'),
      triggeredAt: null,
      refunds: [],
    });
  });

  it("keeps the language of the checkout apart from that of the customer's record", () => {
    expect(orderOf({})).toMatchObject({ language: 'fr-Fr', customer: { language: 'en-GB' } });
    expect(orderOf({ customerLocale: null })).not.toHaveProperty('language');
  });

  it('maps a guest order without a customer', () => {
    expect(orderOf({ customer: null })).not.toHaveProperty('customer');
  });

  it('adds up only the money of a refund that has moved', () => {
    const transactions = [
      transaction('REFUND', 'SUCCESS', '200.00'),
      transaction('REFUND', 'SUCCESS', '9.005'),
      transaction('REFUND', 'PENDING', '50.00'),
      transaction('REFUND', 'FAILURE', '60.00'),
      transaction('VOID', 'SUCCESS', '70.00'),
    ];
    const refunds = [{ id: 'gid://shopify/Refund/929361465', createdAt: null, transactions }];
    expect(orderOf({ refunds }).refunds).toEqual([
      { externalId: '929361465', orderExternalId: '820982911946154508', amount: 2_090_050n, source: 'under_way' },
    ]);
  });

  it('settles a refund of which nothing is pending, as of the order', () => {
    const transactions = [transaction('REFUND', 'SUCCESS', '10.00'), transaction('REFUND', 'FAILURE', '60.00')];
    const refunds = [{ id: 'gid://shopify/Refund/929361465', createdAt: null, transactions }];
    expect(orderOf({ refunds }).refunds).toMatchObject([
      { amount: 100_000n, source: 'read', asOf: new Date('2026-03-03T00:00:00Z') },
    ]);
  });

  it('does not take a refund that could not be read for one of nothing', () => {
    const refunds = [{ id: 'gid://shopify/Refund/929361465', createdAt: null, transactions: null }];
    expect(orderOf({ refunds }).refunds).toMatchObject([{ amount: 0n, source: 'unknown' }]);
    expect(() => orderOf({ refunds: null })).toThrow('order.refunds: came back without the refunds of the order');
  });

  it('knows a test order and a cancelled one', () => {
    expect(orderOf({ test: true, cancelledAt: '2026-03-04T00:00:00Z' })).toMatchObject({
      test: true,
      cancelledAt: new Date('2026-03-04T00:00:00Z'),
    });
  });

  it('refuses an amount that is no decimal rather than counting it as nothing', () => {
    expect(() => orderOf({ totalPriceSet: money('1e3') })).toThrow('order: has no usable amount');
  });
});

describe('mapAdminProduct', () => {
  it.each([
    ['one variant can be bought', [false, true], true, true],
    ['no variant can be bought', [false, false], false, false],
    ['there are more variants, and none of the first can be bought', [false], true, null],
  ])('knows the availability where %s', (_name, sale, hasNextPage, available) => {
    const nodes = sale.map((availableForSale) => ({ price: '1.00', compareAtPrice: null, availableForSale }));
    const product = { ...PRODUCT, variants: { nodes, pageInfo: { hasNextPage } } };
    expect(mapAdminProduct(product)).toMatchObject([{ product: { available } }]);
  });

  it('maps the image and the price of the first variant', () => {
    expect(mapAdminProduct(PRODUCT)).toEqual([
      {
        kind: 'product',
        product: {
          externalId: '788032119674292922',
          title: 'Tee',
          handle: 'tee',
          pagePath: '/products/tee',
          status: 'active',
          imageUrl: 'https://cdn.example/tee.png',
          price: 199_000n,
          compareAtPrice: 249_000n,
          available: false,
          tracksStock: true,
          publishedAt: new Date('2026-01-01T12:00:00Z'),
          updatedAt: new Date('2026-01-02T00:00:00Z'),
        },
      },
    ]);
  });

  it('gives no page to a product that the online store does not show (DA14)', () => {
    expect(mapAdminProduct({ ...PRODUCT, onlineStoreUrl: null })).toMatchObject([{ product: { pagePath: null } }]);
  });

  it('maps a product without an image or a variant', () => {
    expect(
      mapAdminProduct({ ...PRODUCT, featuredMedia: null, variants: { ...PRODUCT.variants, nodes: [] } }),
    ).toMatchObject([{ product: { imageUrl: null, price: null, compareAtPrice: null } }]);
  });
});
