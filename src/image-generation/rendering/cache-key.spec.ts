import { describe, expect, it } from 'vitest';
import { DEFAULT_BRAND_KIT } from '#libs/compositor';
import { cacheKey } from './cache-key.js';
import { type BannerImageSpec, type HeroImageSpec, type SpecProduct, withHashes } from '../renders/image-spec.js';

const brand = { ...DEFAULT_BRAND_KIT, id: 'b1', name: 'Shop', version: 1, logo: null };
const hero: HeroImageSpec = {
  kind: 'hero',
  brand,
  format: 'png',
  width: 800,
  height: 400,
  prompt: 'a lake at dawn',
  style: 'minimal',
  variants: 1,
};
const product = (hash?: string): SpecProduct => ({
  id: 'p1',
  title: 'Candle',
  price: null,
  available: true,
  image: { url: 'https://a.example/1.png', pointer: '/products/0/imageUrl', ...(hash ? { hash } : {}) },
});
const banner: BannerImageSpec = {
  kind: 'banner',
  brand,
  format: 'png',
  width: 800,
  height: 400,
  shownWidth: 800,
  headline: 'Back soon',
  background: null,
  products: [product('aa')],
  notices: [],
  variants: 1,
};

describe('the cache key', () => {
  it('does not depend on the order of keys or on the address of an image', () => {
    const turned = Object.fromEntries(Object.entries(banner).toReversed()) as unknown as BannerImageSpec;
    const elsewhere = { ...product('aa'), image: { url: 'https://b.example/2.png', pointer: '/x', hash: 'aa' } };
    expect(cacheKey(turned, 'local')).toBe(cacheKey(banner, 'local'));
    expect(cacheKey({ ...banner, products: [elsewhere] }, 'local')).toBe(cacheKey(banner, 'local'));
  });

  it.each([
    ['prompt', { ...hero, prompt: 'a lake at dusk' }],
    ['style', { ...hero, style: 'bold' }],
    ['width', { ...hero, width: 801 }],
    ['format', { ...hero, format: 'webp' as const }],
    ['variants', { ...hero, variants: 2 }],
    ['alt text', { ...hero, altText: 'A lake' }],
    ['kind', { ...hero, kind: 'generate' as const }],
    ['brand version', { ...hero, brand: { ...brand, version: 2 } }],
    ['palette', { ...hero, brand: { ...brand, palette: { ...brand.palette, primary: '#000000' } } }],
  ])('changes with the %s', (_what, changed) => {
    expect(cacheKey(changed, 'local')).not.toBe(cacheKey(hero, 'local'));
  });

  it('changes with the width at which a banner is shown', () => {
    expect(cacheKey({ ...banner, shownWidth: 400 }, 'local')).not.toBe(cacheKey(banner, 'local'));
  });

  it('changes with the bytes of an image and with the provider', () => {
    expect(cacheKey({ ...banner, products: [product('bb')] }, 'local')).not.toBe(cacheKey(banner, 'local'));
    expect(cacheKey(hero, 'openai gpt-a')).not.toBe(cacheKey(hero, 'openai gpt-b'));
  });

  it('is undefined until all images are fetched', () => {
    const waiting = { ...banner, products: [product()] };
    expect(cacheKey(waiting, 'local')).toBeUndefined();
    const here = withHashes(waiting, new Map([['https://a.example/1.png', 'aa']]));
    expect(cacheKey(here, 'local')).toBe(cacheKey(banner, 'local'));
  });
});
