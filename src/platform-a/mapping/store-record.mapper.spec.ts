import type { AdminShop } from '#libs/platform-a-client';
import { describe, expect, it } from 'vitest';
import { mapStoreRecord } from './store-record.mapper.js';

const SHOP: AdminShop = {
  id: 'gid://shopify/Shop/548380009',
  name: 'Corner Shop',
  email: 'owner@example.com',
  myshopifyDomain: 'corner.myshopify.com',
  primaryDomain: { url: 'https://corner.example' },
  currencyCode: 'EUR',
  ianaTimezone: 'Europe/Paris',
  plan: { publicDisplayName: 'Basic' },
};

const linksOf = (changes: Partial<AdminShop>) =>
  mapStoreRecord({ ...SHOP, ...changes }, 'https://corner.myshopify.com').storefrontUrl;

describe('the record of a store', () => {
  it('names its present domain for links, without a slash at the end (DA15)', () => {
    expect(linksOf({})).toBe('https://corner.example');
    expect(linksOf({ primaryDomain: { url: 'https://new.example/' } })).toBe('https://new.example');
  });

  it('names the address at which we call the store where it has no domain of its own (DA15)', () => {
    expect(linksOf({ primaryDomain: null })).toBe('https://corner.myshopify.com');
    expect(linksOf({ primaryDomain: { url: 'http://plain.example' } })).toBe('https://corner.myshopify.com');
  });

  it.each([
    [{ defaultLocale: 'pt-BR' }, 'pt-BR'],
    [{ defaultLocale: '*' }, null],
    [null, null],
    [undefined, null],
  ])('says the language of its domain: %j', (localization, language) => {
    const primaryDomain = { url: 'https://corner.example', ...(localization === undefined ? {} : { localization }) };
    expect(mapStoreRecord({ ...SHOP, primaryDomain }, 'https://corner.myshopify.com').language).toBe(language);
  });
});
