import { describe, expect, it } from 'vitest';

import { parseShopDomain, shopBaseUrl } from './index.js';

const suffixes = ['myshopify.com'];

describe('parseShopDomain', () => {
  it.each(['some-shop.myshopify.com', '1.myshopify.com', 'a.myshopify.com', 'shop--two.myshopify.com'])(
    'accepts %s',
    (shop) => {
      expect(parseShopDomain(shop, suffixes)).toBe(shop);
    },
  );

  it('makes one retailer of every spelling', () => {
    expect(parseShopDomain('Some-SHOP.MyShopify.COM', suffixes)).toBe('some-shop.myshopify.com');
  });

  it.each([
    'a.myshopify.com.evil.com',
    'evil.com/a.myshopify.com',
    'evil.com?a.myshopify.com',
    'https://a.myshopify.com',
    '//a.myshopify.com',
    'a.b.myshopify.com',
    '-a.myshopify.com',
    '.myshopify.com',
    'myshopify.com',
    'a.myshopify.com/',
    'a.myshopify.com.',
    'a.myshopify.com\n',
    ' a.myshopify.com',
    'a.myshopify.com ',
    'a\n.myshopify.com',
    'a.myshopify.com?x',
    'a.myshopify.com#x',
    'a.myshopify.com:443',
    'user@a.myshopify.com',
    'a_b.myshopify.com',
    'a%2e.myshopify.com',
    'é.myshopify.com',
    '\u212a.myshopify.com',
    'admin.shopify.com/store/a',
    `${'a'.repeat(64)}.myshopify.com`,
    'a.myshopify.io',
    '',
    undefined,
    null,
    42,
    ['a.myshopify.com'],
    { toString: () => 'a.myshopify.com' },
  ])('refuses %j', (value) => {
    expect(parseShopDomain(value, suffixes)).toBeUndefined();
  });

  it('accepts further suffixes only where they are configured', () => {
    expect(parseShopDomain('a.shops.test', suffixes)).toBeUndefined();
    expect(parseShopDomain('a.shops.test', [...suffixes, 'shops.test'])).toBe('a.shops.test');
    expect(parseShopDomain('a.b.shops.test', [...suffixes, 'shops.test'])).toBeUndefined();
  });
});

describe('shopBaseUrl', () => {
  it('puts the shop into the template', () => {
    expect(shopBaseUrl('https://{shop}', 'a.myshopify.com')).toBe('https://a.myshopify.com');
    expect(shopBaseUrl('http://127.0.0.1:4101/{shop}/', 'a.shops.test')).toBe('http://127.0.0.1:4101/a.shops.test');
  });
});
