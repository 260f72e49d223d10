import { describe, expect, it } from 'vitest';
import { storefrontUrlOf } from '../../retailers/storefront.js';
import { codeUrl } from './code-url.js';

const STORE = 'https://shop.example';

describe('the address with a code', () => {
  it.each([
    ['a product page', '/dress/?utm_source=a%26b', `${STORE}/dress/?utm_source=a%26b`],
    ['the front page', '/', `${STORE}/`],
    ['a cart without a product', '/cart.php', `${STORE}/cart.php`],
    ['another host', '//evil.example/x', `${STORE}//evil.example/x`],
    ['a continued host', '.evil.example/', `${STORE}/.evil.example/`],
  ])('is the address of %s itself', (_what, path, address) => {
    expect(codeUrl(STORE, 'RK-1', path)).toBe(address);
  });

  it('DB18: applies the code where the path adds a product, and everything decodes exactly', () => {
    const sku = 'A&B 1';
    const path = `/cart.php?action=add&sku=${encodeURIComponent(sku)}&qty=1&utm_campaign=${encodeURIComponent('x&y=z')}`;
    const { pathname, searchParams } = new URL(codeUrl(STORE, 'RK&1', path));
    expect([
      pathname,
      ...['sku', 'couponcode', 'utm_campaign', 'action'].map((name) => searchParams.get(name)),
    ]).toEqual(['/cart.php', sku, 'RK&1', 'x&y=z', 'add']);
    const several = new URL(codeUrl(STORE, 'RK-1', '/checkout/?products=12:1,SKU:2&action=buy'));
    expect([several.searchParams.get('coupon'), several.searchParams.get('products')]).toEqual(['RK-1', '12:1,SKU:2']);
  });

  it('DB19: has no store without https', () => {
    expect(storefrontUrlOf('http://shop.example', { mayBeHttp: false })).toBeUndefined();
    expect(storefrontUrlOf('https://shop.example', { mayBeHttp: false })).toBe(STORE);
  });
});
