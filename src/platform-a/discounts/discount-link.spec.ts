import { describe, expect, it } from 'vitest';
import { discountLink } from './discount-link.js';

const STORE = 'https://shop.example';

const redirectOf = (link: string): string | null => new URL(link).searchParams.get('redirect');

describe('the link that applies a code', () => {
  it.each([
    '/products/crème-du-café?utm_source=rekindle&utm_campaign=café',
    '/products/cr%C3%A8me?utm_content=a%26b',
    '/products/mug?variant=1&x=a+b c',
    '/',
  ])('decodes to exactly %s (DA13)', (path) => {
    const link = discountLink(STORE, 'AB12', path);
    expect(link.startsWith(`${STORE}/discount/AB12?redirect=%2F`)).toBe(true);
    expect(redirectOf(link)).toBe(path);
    expect([...new URL(link).searchParams.keys()]).toEqual(['redirect']);
  });

  it.each(['//evil.example/a', '/\\evil.example/a', '\\/evil.example/a', 'evil.example/a'])(
    'stays on the store for %s (DA13)',
    (path) => {
      expect(redirectOf(discountLink(STORE, 'AB12', path))).toBe('/evil.example/a');
    },
  );

  it('takes a storefront with a path, and a code with any character (DA13)', () => {
    const link = discountLink('http://127.0.0.1:1/shop1.myshopify.com/', 'A B/C', '/products/a');
    expect(link).toBe('http://127.0.0.1:1/shop1.myshopify.com/discount/A%20B%2FC?redirect=%2Fproducts%2Fa');
  });
});
